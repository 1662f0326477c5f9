"""The rules of games/tavern."""
