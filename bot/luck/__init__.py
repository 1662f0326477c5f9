"""Luck: what a match is dealt from, its proof, and how often each face and card came.

`deal` puts the seed of a match together, `draws` reads every die and card of a played match, and `beacon` asks a
public source of luck. None of them knows a table: `bot.tables` uses them.
"""
