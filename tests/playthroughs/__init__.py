"""One whole match of every game as every reader was shown it. A change of rules or views shows up as a diff to review.

`python -m tests.playthroughs` writes them anew.
"""
