"""Seasons and the ratings of members in them."""
