"""The search behind `mcts` and `ismcts`: no plugin's marks, no options, nothing that must stay interpreted."""
