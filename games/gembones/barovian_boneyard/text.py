"""Barovian Boneyard in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.barovian_boneyard.odds import CALL_NAMES

RULES = """\
**Will your roll fall between the dice of the house?** One size for all: g6, g8 or g10.

1. Everybody wagers up to ten gembones of that size, before anything is rolled.
2. The house rolls two.
3. You roll one for each wager; each roll is settled on its own.

| Your roll | Name | You win |
|---|---|---|
| between the two of the house | Ravenloft | 2 to 1 |
| equal to one of two different ones | Svalich | 1 to 1 |
| equal to both, which are equal | Vallaki | 2 to 1 |
| above the higher or below the lower | Mist | you lose that gembone |

Odds come on top of your wager, which you get back. If the house rolls the lowest and the highest number, it calls
Van Richten: there is no mist at all.

**Variants.** *Blinsky*: winners get tickets, one for each piece they would have won; `/blinsky` trades them for odd
toys. *Madam Eva*: the players roll before the house. *Wolves in the Woods*: svalich loses. *Vistani Stowaway*: mist
pays 2 to 1 and all else loses; one wager each, not counted on leaderboards.
*Storming the Castle*: all together against the house, one wager each. Mist catches you: you lose one gembone in every
following game, without rolling, until somebody rolls ravenloft; then all captives are free, and that game costs them
nothing. All roll ravenloft while nobody is caught: it pays as many to 1 as there are players. Everybody in the mist:
three gembones each, and all are free. To wager you need three. A captive may leave for one gembone and stays away for
ten minutes or until a release. Two windows without a wager, or nobody left to help: captives go free.

**Example.** House 2 and 5 with g6. Ann wagers two and rolls 3 and 6: ravenloft wins 2g6, mist loses one, so she is
1g6 up. Bob rolls 5: svalich, 1g6 up.

In points, one wager each: the first to 20 wins, or 20 times the players for a long match.

On average a wager wins 7/36 of itself with g6, 9/64 with g8, 11/100 with g10: this house is generous, and its bank is
not bottomless.
"""

WORDS: Mapping[str, str] = {
    "house_rolls": "The house rolls {dice:items}.",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "van_richten": "The house calls it: Van Richten, the lowest and the highest.",
    **{
        name: f"{{seat:seat}}: {title} with {{dice:items}}, {{n}} to 1." for name, title in CALL_NAMES.items()
    },
    **{
        f"{name}_loses": f"{{seat:seat}}: {title} with {{dice:items}}, {{n}} lost."
        for name, title in CALL_NAMES.items()
    },
    "note:calls": "{calls}",
    "note:caught": "caught in the castle",
    "phase:house": "The house rolls",
    "phase:players": "The players roll",
    "phase:calls": "The dealer calls",
    "result:played": "The house rolled {dice:items}.",
    "result:van_richten": "Van Richten! The house rolled {dice:items}.",
    "result:nothing": "Nobody wagers, and nothing is rolled.",
    "result:held": "Caught in the castle until somebody rolls ravenloft: {seats:seats}.",
    "result:released": "The castle lets everybody go.",
    "result:bought_out": "Bought a way out of the castle for one gembone: {seats:seats}.",
    "barred": "You bought your way out of the castle: wait {minutes} minutes, or until somebody rolls ravenloft.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
