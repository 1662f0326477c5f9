"""Explanations: the rules in their layers, words, betting, the welcome, and help for the place one is in.

The texts stand in `texts.toml`; those of a game in its primer and on its data sheet.
"""
