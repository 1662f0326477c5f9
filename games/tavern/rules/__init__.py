"""The rules of the tavern: a module for each part of play.

`stack.resolve` is the heart: a card, a Drink or an Event is put on the stack, `interrupts.open_window` lets the players
answer it, and then `effects`, `drinks` or `gambling` carry it out. `triggers` and `moves` say which cards fit.
"""
