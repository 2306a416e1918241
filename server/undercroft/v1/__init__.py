"""Generated from proto/undercroft/v1 and committed; `make stubs` makes it anew."""
