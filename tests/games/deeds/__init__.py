"""Deeds, tested with made-up endings and with real matches."""
