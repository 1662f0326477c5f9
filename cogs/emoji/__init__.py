"""The bot's own emoji: drawn here, uploaded once, used by every message."""
