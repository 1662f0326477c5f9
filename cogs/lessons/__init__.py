"""Lessons: a game learned by playing a prepared match."""
