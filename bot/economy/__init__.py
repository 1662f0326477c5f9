"""The economy of bot."""
