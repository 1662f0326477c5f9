"""Calls for players: a message with *Join*, and notices to those who asked for them."""
