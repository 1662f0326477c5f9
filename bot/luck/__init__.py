"""Luck: the sources of a match's randomness, and their proof.

`deal` combines the sources of a match's seed, and `beacon` asks a public source of randomness. Neither knows a table:
`bot.tables` uses them.
"""
