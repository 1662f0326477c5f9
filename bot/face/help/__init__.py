"""Explanations: words of ours, the welcome of a newcomer, lessons. The texts are data."""
