"""The same matches by two builds of Undercroft, the pure one and the compiled one: they may differ in speed only."""
