"""Runs that hurt a real server and then look for anything that was lost, doubled or left hanging."""
