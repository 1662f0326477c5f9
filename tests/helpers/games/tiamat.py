"""Tiamat, hand by hand, as the rulebook tells it.

t = play_hands("A GGGGR  B UUUGR  C WWRGK")      # one string a hand: the players, and the cards that they keep
assert life(t) == {"A": 10, "B": 9, "C": 8}

G R U K W are green, red, blue, black and white. All keep their cards. A deals first unless `dealer` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from games.engine import RAIL, SceneHeader, Zone
from games.gembones.tiamat import GAME
from games.gembones.tiamat.combinations import Combination, combination_of
from tests.helpers.script import Script

_LIFE = re.compile(r"life (\d+)$")
LETTERS = {"G": "green", "R": "red", "U": "blue", "K": "black", "W": "white"}


def cards(letters: str) -> list[str]:
    """`GR` is a green and a red one."""
    return [f"dragon.{LETTERS[letter]}" for letter in letters]


def combination_of_letters(letters: str) -> Combination:
    """Return the combination of a hand."""
    return combination_of(cards(letters))


def read_hand(hand_text: str) -> dict[str, str]:
    """Parse `A GGGGR  B UUUGR` into the cards of each seat."""
    words = hand_text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def from_left(names: Iterable[str], dealer: str) -> list[str]:
    """The players clockwise from the dealer's left."""
    return sorted(names, key=lambda name: (name <= dealer, name))


def deck_order(hands: list[dict[str, str]], dealer: str) -> list[str]:
    """The cards in the order in which they leave the deck, hand after hand."""
    order: list[str] = []
    for number, hand in enumerate(hands):
        if number:
            dealer = from_left(hand, dealer)[0]
        order += [
            card
            for place in range(5)
            for name in from_left(hand, dealer)
            for card in cards(hand[name][place])
        ]
    return order


def start_game(
    *hands_text: str, dealer: str = "A", rolls: str = "", seats: str = "", **options: Any
) -> Script:
    """Return a game whose first hand is dealt; `rolls` come after those for the deal."""
    hands = [read_hand(hand) for hand in hands_text]
    names = sorted(hands[0])
    for_the_deal = " ".join("100" if name == dealer else "1" for name in names)
    script = Script(
        GAME,
        seats or "".join(names),
        cards=" ".join(deck_order(hands, dealer)),
        rolls=f"{for_the_deal} {rolls}",
        carry={},
        **options,
    )
    for name in script.names:
        script.does(**{name: "stake" if name in names else "pass"})
    return script


def keep_all(script: Script) -> Script:
    """Keep all cards for every seat that is asked for discards."""
    return script.each(script.asked("discard"), [])


def play_hands(*hands_text: str, **more: Any) -> Script:
    """Play all these hands, in which every seat keeps its cards."""
    script = start_game(*hands_text, **more)
    for number, hand in enumerate(hands_text):
        assert script.asked("discard") == "".join(sorted(read_hand(hand))), f"hand {number + 1}"
        keep_all(script)
    return script


def life(script: Script) -> dict[str, int]:
    """Return the life of each player, which the name and the tens of its counter must agree on."""
    shown = {}
    for block in script.match.scene(RAIL).blocks:
        if isinstance(block, Zone) and block.owner is not None and (match := _LIFE.search(block.name)):
            tens = block.items[0].partition(":")[2] if block.items else None
            life = 0 if tens is None else 10 if tens == "00" else int(tens) // 10
            assert life == int(match[1])
            shown[script.name(block.owner)] = life
    return shown


def dealer(script: Script) -> str:
    """Return the letter of the dealer of this hand."""
    phase = script.scene_block(SceneHeader).phase
    return script.name(phase.values["dealer"])


def hoard(script: Script) -> list[str]:
    """Return the items of the hoard."""
    return script.on_table("hoard")


def net(script: Script) -> dict[str, int]:
    """Return what each seat has won or lost in g100."""
    return {name: script.net[name].get("g100", 0) for name in script.names}
