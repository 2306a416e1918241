"""Runs that put load on a real server and measure how it bears it; `python -m tests.load` lists them.

Every run keeps a server and its load generators in processes of their own, on loopback. Times are measured and told;
what must hold on any machine is a complaint if it doesn't, and each run has a tiny version among the tests.
"""
