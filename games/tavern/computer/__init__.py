"""The computer player of the tavern."""
