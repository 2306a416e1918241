"""A bot of the author's own on somebody's server: running it, trying it, and playing a record back into it."""
