"""Blueprints of games: programs that solve them, and write the tables that computer players read.

`python -m games.blueprints` solves Rogues and Warriors for two and for three seats, and King's Council and Den of
Thieves for two, by CFR+, in some minutes, and Lucky No. 13 for money backwards from the last player, in seconds. It
needs numpy, which the bot doesn't: a table is read without it. Nothing in it is left to chance: with one thread it
writes the same play on the same kind of processor, and otherwise one that is as good.
"""
