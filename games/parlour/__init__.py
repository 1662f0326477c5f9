"""The tavern gambling games of the parlour, one file a game, and what they share."""
