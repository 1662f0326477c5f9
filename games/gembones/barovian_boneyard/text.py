"""Barovian Boneyard in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.barovian_boneyard.odds import CALL_NAMES

RULES = """\
**Will your roll fall between the dice of the house?** One size for all: g6, g8 or g10.

1. Everyone wagers up to ten gembones of that size, before any roll.
2. The house rolls two.
3. You roll one for each wager, and each roll wins or loses by itself.

| Your roll | Name | You win |
|---|---|---|
| between the two of the house | Ravenloft | 2 to 1 |
| equal to one of two different ones | Svalich | 1 to 1 |
| equal to both, which are equal | Vallaki | 2 to 1 |
| above the higher or below the lower | Mist | you lose that gembone |

Odds come on top of your wager, which you get back. If the house rolls the lowest and the highest number, it calls
Van Richten: there's no mist at all.

**Variants.** *Blinsky*: winners get tickets, one for each piece they would have won; `/gembones toys` trades them for
odd toys. *Madam Eva*: the players roll before the house does. *Wolves in the Woods*: svalich loses. *Vistani Stowaway*:
mist pays 2 to 1 and everything else loses; one wager each, not counted on leaderboards.
*Storming the Castle*: everyone plays together against the house, one wager each. The mist catches you: you lose one
gembone in every game after that, without rolling, until someone rolls ravenloft. Then all captives go free, and that
game costs them nothing. If everyone rolls ravenloft while nobody is caught, it pays 3 to 1 with three players, 4 to 1
with four, and so on. If the mist has everyone, each pays three gembones and all go free. You need three to wager. A
captive may pay one gembone to leave, and stays away for ten minutes or until a release. After two games without a
wager, or with nobody left to help, captives go free.

**Example.** House 2 and 5 with g6. Ann wagers two and rolls 3 and 6: ravenloft wins 2g6, mist loses one, so she is
1g6 up. Bob rolls 5: svalich, 1g6 up.

In points, one wager each: the first to 20 wins, or 20 times the players for a long match.

On average you win 19 pieces for every 100 you wager with g6 (7/36), 14 with g8 (9/64) and 11 with g10 (11/100). This
house is generous, but its bank isn't bottomless.
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
    "fined": "{seat:seat} loses {n}{size} in the castle.",
    "freed": "Free again: {seats:seats}.",
    "captured": "The castle catches {seats:seats}.",
    "why:held": "held in the castle",
    "why:freed": "free again",
    "why:captured": "{calls:line}, and caught in the castle",
    **{
        f"points:{name}_loses": f"{{seat:seat}}: {title} with {{dice:items}}."
        for name, title in CALL_NAMES.items()
    },
    "points:wager": "Roll a {die}? You can't lose points.",
    "points:wager:amount": "Roll {n}{die}",
    "points:wagers": "{seat:seat} plays.",
    "points:fined": "{seat:seat} is held in the castle.",
    "points:note:wagers": "in",
    "note:calls": "{calls}",
    "note:caught": "caught in the castle",
    "phase:house": "The house rolls",
    "phase:players": "The players roll",
    "phase:calls": "Winners and losers",
    "result:played": "The house rolled {dice:items}.",
    "result:van_richten": "Van Richten! The house rolled {dice:items}.",
    "result:nothing": "Nobody wagered, so there was no roll.",
    "result:names": "Between the house's two: Ravenloft. Equal: Svalich, or Vallaki on doubles. Outside: Mist.",
    "result:held": "Caught in the castle until someone rolls ravenloft: {seats:seats}.",
    "result:released": "The castle lets everyone go.",
    "result:bought_out": "{seats:seats} paid one gembone to leave the castle.",
    "barred": "You bought your way out of the castle. Come back in {minutes} minutes, or when someone rolls ravenloft.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
