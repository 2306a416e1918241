"""Bots against each other, in thousands of matches: who meets whom, with which chance, and how sure the result is.

A contest is a fixed list of deals, worked out from its seed: a group of bots and one chance, played in all seat orders.
Which process plays a match decides nothing, so the result is the same on any number of them. Everything here is
synchronous and runs on no event loop.
"""
