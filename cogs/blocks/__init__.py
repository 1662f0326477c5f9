"""`/my block`: members who want nothing to do with each other."""
