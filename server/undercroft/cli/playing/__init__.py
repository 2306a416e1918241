"""A match as one side plays it: made, joined or taken up again, played from the seats held here, and concluded."""
