"""Processes beside the bot, for work that takes long: searches of computer players, and pictures."""
