"""The ui of cogs."""
