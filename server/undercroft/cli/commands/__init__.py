"""One module a command; each has it as `command`."""
