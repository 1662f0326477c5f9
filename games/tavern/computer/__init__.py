"""The computer of games/tavern."""
