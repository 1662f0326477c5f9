"""Every sentence of A Conclave of Wyrms: the rules, events, questions, results."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.side_stake import WORDS as STAKE_WORDS
from games.wyrms.cards import CARD_VALUES
from games.wyrms.cycle import PREDICTIONS

RULES = """\
**Six cycles. Say how many gatherings you will take, take just as many, and collect dragons that belong together.**

61 cards: five colours, each with 1 to 9, a Lair and a Treasure; five Knights and the Queen, who have no colour. The 9
is the Great Wyrm.

1. All cards but one are dealt, the *extra card*. A dominant colour is turned up: another one in each of five cycles,
   none in the sixth.
2. All predict, secretly and at once, how many gatherings they will take: 0 to 9. Who alone predicts most takes the
   extra card and lays any card aside, face up; it joins the first gathering they take. Who tie for most look at the
   extra card, and it is out.
3. The player left of the dealer leads any card. Clockwise, all play one: a card of the led colour if you have one, or
   a Knight or the Queen at any time; without the colour, anything. After a Knight or the Queen the first coloured card
   sets the colour.
4. The gathering goes to the first of these: the **Queen**; a **Treasure** whose Great Wyrm lies in it too (of several
   the dominant one, else the last); the highest **dominant** card; the highest card of the **led** colour; the last
   Knight, if there is nothing else. Lowest in a colour is the Lair, then the Treasure, then 1.
5. But a **Lair** with no card of another colour round it discards the gathering, unless the Queen is there. Knights do
   not count.
6. Who took the gathering, or played that Lair, leads the next.

| Score of a cycle | |
|---|---|
| exactly as many gatherings as predicted | 50 |
| flight: 1 2 3, 4 5 6 or 7 8 9 of a colour | 25 |
| great flight: 1 to 9 of a colour, in place of its flights | 100 |
| conclave: three, four, five of one number | 25, 50, 75 |
| safe hoard: Lair and Treasure of a colour | 25 |
| each Great Wyrm | 10 |
| the Queen; each Knight | −10; −5 |
| all five Knights instead | 100 |

Who took fewer than predicted scores only what costs points. The highest total wins; equal totals share.

**Variants.** *Powerful Lair* (five or six players): a Lair needs only more than half of the coloured cards.
*Higher Prediction Scoring*: exact players add 25 for each gathering. *Alternate Prediction Scoring*: everybody scores
25 for each gathering up to the prediction, and 100 in place of 50 if exact. *Personalised Dominant Colours* (up to
five players): a colour of your own for cycles one to five; it is dominant when you play it because you can't follow.
The highest such card takes the gathering, of equal ones the last. *Played for*: a stake beside the points; all put in
the same, and the winner takes it, or it is paid as shares to the first places.

**Example.** Ben predicted 4 and took 4: 50. Among his cards are red 1, 2, 3 (a flight, 25), four 3s (a conclave, 50),
the Queen (−10) and a Knight (−5): 110 in all. Tom predicted 4 and took 3, with three Knights: −15.
"""

_BUTTONS = {name: f"{{{name}:item}}" for name in CARD_VALUES}

WORDS: Mapping[str, str] = {
    **STAKE_WORDS,
    "deals": "{seat:seat} deals cycle {n}.",
    "dominant": "Dominant: {card:item}.",
    "predicts": "{seat:seat} predicts {n}.",
    "tied": "{seats:seats} predict most together: they look at the extra card, and it is out.",
    "looks": "The extra card is {card:item}.",
    "takes_extra": "{seat:seat} alone predicts most and takes the extra card.",
    "sets_aside": "{seat:seat} lays {card:item} aside.",
    "discards": "{seat:seat}'s Lair discards {cards:items}.",
    "takes_queen": "{seat:seat} takes the gathering with the Queen.",
    "takes_treasure": "{seat:seat} takes the gathering: the Treasure catches the Great Wyrm.",
    "takes_dominant": "{seat:seat} takes the gathering with the highest dominant card.",
    "takes_led": "{seat:seat} takes the gathering with the highest card of the led colour.",
    "takes_knights": "Nothing but Knights: {seat:seat} takes the gathering with the last.",
    "showdown": "Cycle {n} is over: everybody turns up what they took.",
    "scores": "{seat:seat} scores {points}: {bonus} for the prediction, {why}; {total} in all.",
    "note:stands": "{taken} of {predicted}",
    "note:plays": "{taken} of {predicted} · plays {card:item}",
    "phase:predict": "Cycle {n}: predictions",
    "phase:aside": "Cycle {n}: a card is set aside",
    "phase:gathering": "Cycle {cycle}, gathering {n}: {seat:seat} leads",
    "predict": "How many gatherings will you take?",
    **{f"predict:{n}": n for n in PREDICTIONS},
    "aside": "The extra card is {card:item}. Which card do you lay aside for your first gathering?",
    "lead": "You lead: which card? You have taken {taken} of the {predicted} predicted.",
    "follow": "The led colour is {led}: which card? You have taken {taken} of the {predicted} predicted.",
    **{
        f"{kind}:{card}": _BUTTONS[name]
        for kind in ("aside", "lead", "follow")
        for name, card in CARD_VALUES.items()
    },
    "sheet:cycle": "Cycle {n}",
    "sheet:scored": "{taken}/{predicted} {bonus:+}{cards:+}",
    "sheet:totals": "",
    "sheet:total": "{total}",
    "sheet:now": "{taken}/{predicted}",
    "result:won": "{winners:seats} wins with {total} points.",
    "result:shared": "{winners:seats} share the win with {total} points.",
    "result:row": "{total} points, {exact} of {cycles} predictions exact",
}
