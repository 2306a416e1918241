"""The process in which hosted bots run, started by `undercroft.host.pool` as `python -m undercroft.worker`.

It is a package of its own so that a worker imports only what a worker needs.
"""
