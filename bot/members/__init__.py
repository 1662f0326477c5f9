"""The members of bot."""
