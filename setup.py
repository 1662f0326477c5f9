"""The compiled core, an extra: the engine and the rooms that games share, made into extension modules by mypyc.

The sources are the same, and so are all answers. Without DICENIGHT_COMPILED, which `make compiled` sets, the wheel is
pure and fits every platform. Left to the interpreter are: classes from which a game or a test inherits (`Hand`,
`Open`, `Chance`), since an interpreted class can't inherit from a compiled one; models of pydantic; protocols that are
looked up at run time; and `questions`, which has a generator that coroutines await.
"""

import os

from setuptools import setup

COMPILED = [
    "games/engine/match.py",
    "games/engine/match_state.py",
    "games/engine/result.py",
    "games/engine/table.py",
    "games/parlour/shared/betting.py",
    "games/parlour/shared/deck.py",
    "games/parlour/shared/game_frame.py",
    "games/parlour/shared/play.py",
    "games/parlour/shared/pot_game.py",
    "games/parlour/shared/side_pots.py",
    "games/parlour/shared/tie_breaks.py",
]

if os.environ.get("DICENIGHT_COMPILED"):
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(COMPILED))
else:
    setup()
