"""The smallest file of a character that is right, and the same with something wrong in it."""

from __future__ import annotations

import pytest

from games.tavern.decks.builtin import with_own
from games.tavern.decks.deck_file import DeckFault

SMALL = """\
[character]
key = "grum"
name = "Mother Grum"
about = "She has a broom."

[[card]]
id = "grum.broom"
deck = "grum"
title = "Broom"
count = 38
type = "action"
when = ["act"]
effects = "fort T -3"

[[card]]
id = "grum.two"
deck = "grum"
title = "Two ways"
count = 2
type = ["action", "gambling"]
when = ["act", "round.turn"]
effects = "start or control"
"""
"""A character of 40 cards; `[[card]]` stand on lines 6 and 15."""


def told(text: str) -> str:
    """Return the loader's message about a file that it refuses."""
    with pytest.raises(DeckFault) as refused:
        with_own({"grum.toml": text})
    return str(refused.value)


def changed(*swaps: tuple[str, str]) -> str:
    """The small file with parts of it changed."""
    text = SMALL
    for old, new in swaps:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def card(effects: str, kind: str = "sometimes", when: str = '"hit.fort"', more: str = "") -> str:
    """The small file with a first card that does this."""
    return changed(
        ('type = "action"', f'type = "{kind}"'),
        ('when = ["act"]', f"when = [{when}]"),
        ('effects = "fort T -3"', f'effects = "{effects}"{more}'),
    )
