"""The money of bot/tables."""
