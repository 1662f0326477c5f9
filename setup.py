"""The compiled core, an extra: the engine, the rooms that games share and the panels, as extension modules by mypyc.

The sources are the same, and so are all answers. Without DICENIGHT_COMPILED, which `make compiled` sets, the wheel is
pure and fits every platform. Left to the interpreter are: classes from which tests inherit (`Renderer`), since an
interpreted class can't inherit from a compiled one unless it is told so, which makes it slower; models of pydantic;
protocols that are looked up at run time; and `games.engine.questions`, which has a generator that coroutines await.
"""

import os

from setuptools import setup

COMPILED = [
    "bot/face/table/headline.py",
    "bot/face/table/names.py",
    "bot/face/table/outcome.py",
    "bot/face/table/waiting.py",
    "bot/face/text/turns.py",
    "cogs/ui/blocks/zones.py",
    "cogs/ui/components.py",
    "cogs/ui/custom_ids.py",
    "cogs/ui/hand/hand_panel.py",
    "cogs/ui/questions.py",
    "cogs/ui/table/table_message.py",
    "games/engine/chance.py",
    "games/engine/match.py",
    "games/engine/match_state.py",
    "games/engine/result.py",
    "games/engine/scene.py",
    "games/engine/table.py",
    "games/engine/table_objects.py",
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
