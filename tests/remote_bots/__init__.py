"""A run that kills bots, the server and connections at random while connected bots play, and checks every match after.

`python -m tests.remote_bots` does it with 200 matches; a small form is among the tests.
"""
