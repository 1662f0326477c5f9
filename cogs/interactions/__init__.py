"""The interactions of cogs."""
