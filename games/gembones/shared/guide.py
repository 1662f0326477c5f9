"""Glittergold's games at a glance: the table of the d7, and the booklet's vocabulary (GEN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Entry(NamedTuple):
    """A game of the table of the d7.

    `skill`: decisions or quick hands improve a player's chances (GEN-09).
    """

    game: str
    skill: bool
    chance: bool
    opponent: Literal["players", "house"]

    @property
    def decided_by(self) -> str:
        """The words for the deciding factor of the game: skill, chance, or both."""
        return " and ".join(word for word, is_so in (("skill", self.skill), ("chance", self.chance)) if is_so)


TABLE: Mapping[int, Entry] = {
    1: Entry("tripledip", skill=False, chance=True, opponent="players"),
    2: Entry("lucky_13", skill=True, chance=True, opponent="players"),
    3: Entry("rolled_gold", skill=False, chance=True, opponent="house"),
    4: Entry("barovian_boneyard", skill=False, chance=True, opponent="house"),
    5: Entry("hags_haggle", skill=False, chance=True, opponent="house"),
    6: Entry("fireball", skill=True, chance=False, opponent="players"),
    7: Entry("tiamat", skill=True, chance=True, opponent="players"),
}
"""A roll of a d7 to the game that it chooses (GEN-01 to GEN-08)."""


WORDS: Mapping[str, str] = {
    "result": "the face a gembone shows after a roll",
    "wager": "any bet",
    "stake": "what you bet in one game",
    "wager dice": "the gembones you roll, and lose if you lose",
    "payout": "what you win from the house",
    "odds": "how much you win for the size of your wager",
    "pot": "lost wager dice, kept for the winner",
    "bust": "to lose by going over a target",
    "buy in": "a bet you have to make before a game or round starts",
    "double or nothing": "a bet that cancels or doubles an earlier loss",
    "house": "the casino",
    "player": "anyone who plays, except the house",
    "dealer": "the one who hands out the cards: a casino dealer, or the players in turn",
    "VIP": "a guest the house values and spoils",
    "tray": "where you roll gembones",
    "variant": "a known twist on how you play or win a game",
    "order of play": "a game step by step",
    "probability": "how likely something is",
}
"""The booklet's vocabulary, shown to members: a word to its meaning."""


def explained(word: str) -> str:
    """Return a word of the booklet with its meaning, as one text, since many a word alone is a command's name too."""
    return f"*{word}*: {WORDS[word]}"
