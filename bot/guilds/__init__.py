"""The guilds of bot."""
