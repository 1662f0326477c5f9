"""The live of cogs."""
