"""The tests. The games are registered before any of them is read, as the start-up does for the bot."""

from games.catalogue import register_catalogue

register_catalogue()
