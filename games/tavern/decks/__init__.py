"""The decks of games/tavern."""
