"""What a person at a terminal sees and types: nothing here knows where a match is played."""
