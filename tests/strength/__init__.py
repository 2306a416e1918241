"""How strong a bot is: `python -m tests.strength GAME BOT RIVAL` plays until it is sure."""
