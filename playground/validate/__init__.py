"""Checks of the bodies that a bot sends, with the error codes that Discord answers."""
