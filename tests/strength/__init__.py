"""How strong a bot is: matches against others, until it is sure."""
