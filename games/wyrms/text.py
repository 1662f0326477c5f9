"""Every sentence of A Conclave of Wyrms: the rules, events, questions, results."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.side_stake import WORDS as STAKE_WORDS
from games.wyrms.cards import CARD_VALUES
from games.wyrms.cycle import PREDICTIONS

RULES = """\
**Six cycles. Predict how many gatherings you'll take, take exactly that many, and collect dragons that belong
together.**

61 cards: five colours, each with 1 to 9, a Lair and a Treasure; five Knights and the Queen, who have no colour. The 9
is the Great Wyrm.

1. The dealer deals all cards but one, the *extra card*, and turns up a dominant colour: a different one in each of five
   cycles, none in the sixth.
2. Everyone secretly predicts how many gatherings they'll take, 0 to 9. A single highest predictor takes the extra card
   and sets any card aside, face up; it joins the first gathering they take. Players who tie for the highest peek at the
   extra card, and it's discarded.
3. The player left of the dealer leads any card. Clockwise, everyone plays one: a card of the led colour if you have
   one, or a Knight or the Queen at any time; if you don't have the colour, anything. After a Knight or the Queen the
   first coloured card sets the colour.
4. The gathering goes to the first of these: the **Queen**; a **Treasure** whose Great Wyrm is in it too (of several
   the dominant one, otherwise the last); the highest **dominant** card; the highest card of the **led** colour; the
   last Knight, if there's nothing else. Lowest in a colour is the Lair, then the Treasure, then 1.
5. But a **Lair** surrounded only by its own colour discards the gathering, unless the Queen is there. Knights don't
   count.
6. The player who took the gathering, or played that Lair, leads the next.

| Score of a cycle | |
|---|---|
| you took exactly what you predicted | 50 |
| flight: 1 2 3, 4 5 6 or 7 8 9 of a colour | 25 |
| great flight: 1 to 9 of a colour, in place of its flights | 100 |
| conclave: three, four, five of one number | 25, 50, 75 |
| safe hoard: Lair and Treasure of a colour | 25 |
| each Great Wyrm | 10 |
| the Queen; each Knight | −10; −5 |
| all five Knights instead | 100 |

Players who took fewer than they predicted score only what costs points. The highest total wins; equal totals share.

**Variants.** *Powerful Lair* (five or six players): a Lair needs only more than half of the coloured cards.
*Higher Prediction Scoring*: exact players add 25 for each gathering. *Alternate Prediction Scoring*: everyone scores 25
for each gathering up to the prediction, and 100 instead of 50 if exact. *Personalised Dominant Colours* (up to
five players): a personal colour for cycles one to five; it's dominant when you play it because you can't follow.
The highest such card takes the gathering; if two tie, the last. *Played for*: a stake besides the points; everyone puts
in the same, and the winner takes it, or the first places share it.

**Example.** Ben predicted 4 and took 4: 50. Among his cards are red 1, 2, 3 (a flight, 25), four 3s (a conclave, 50),
the Queen (−10) and a Knight (−5): 110 in all. Tom predicted 4 and took 3, with three Knights: −15.
"""

_BUTTONS = {name: f"{{{name}:item}}" for name in CARD_VALUES}

WORDS: Mapping[str, str] = {
    **STAKE_WORDS,
    "deals": "{seat:seat} deals cycle {n}.",
    "dominant": "Dominant: {card:item}.",
    "predicts": "{seat:seat} predicts {n}.",
    "tied": "{seats:seats} tied for the highest prediction: they peek at the extra card and it's discarded.",
    "looks": "The extra card is {card:item}.",
    "takes_extra": "{seat:seat} predicts the most and takes the extra card.",
    "sets_aside": "{seat:seat} sets {card:item} aside.",
    "discards": "{leader:seat} leads{plays:line}. {seat:seat}'s Lair discards it.",
    "takes_queen": "{leader:seat} leads{plays:line}. {seat:seat} takes it with the Queen.",
    "takes_treasure": "{leader:seat} leads{plays:line}. {seat:seat} takes it: the Treasure catches the Great Wyrm.",
    "takes_dominant": "{leader:seat} leads{plays:line}. {seat:seat} takes it with the highest dominant card.",
    "takes_led": "{leader:seat} leads{plays:line}. {seat:seat} takes it with the highest card of the led colour.",
    "takes_knights": "{leader:seat} leads{plays:line}. Nothing but Knights: {seat:seat} takes it with the last.",
    "showdown": "Cycle {n} is over: everyone turns up what they took.",
    "scores": "{seat:seat} scores {points}: {bonus} for the prediction, {why}; {total} in all.",
    "note:scored": "{points:+} in cycle {n}: {bonus} for the prediction, {why}",
    "note:stands": "{taken} of {predicted}",
    "note:plays": "{taken} of {predicted} · plays {card:item}",
    "phase:predict": "Cycle {n}: predictions",
    "phase:aside": "Cycle {n}: setting a card aside",
    "phase:gathering": "Cycle {cycle}, gathering {n}: {seat:seat} leads",
    "predict": "How many gatherings will you take?",
    **{f"predict:{n}": n for n in PREDICTIONS},
    "aside": "The extra card is {card:item}. Set a card aside: it joins the first gathering you take.",
    "lead": "Lead any card. You've taken {taken} of the {predicted} you predicted.",
    "led:color": "Follow {led}.",
    "led:none": "You have no {led}: play any card.",
    "led:open": "No colour is led yet: play any card.",
    "follow": "{led:line} You've taken {taken} of the {predicted} you predicted.",
    **{
        f"{kind}:{card}": _BUTTONS[name]
        for kind in ("aside", "lead", "follow")
        for name, card in CARD_VALUES.items()
    },
    "sheet:cycle": "Cycle {n}",
    "sheet:scored": "{taken}/{predicted} {bonus:+}{cards:+}",
    "sheet:totals": "Total",
    "sheet:total": "{total}",
    "sheet:legend": "Taken/predicted, then points for the prediction and for the cards taken.",
    "sheet:now": "{taken}/{predicted}",
    "result:won": "{winners:seats} wins with {total:points}.",
    "result:shared": "{winners:seats} share the win with {total:points}.",
    "why:last": "last cycle {points:+}: {bonus} for the prediction, {why}",
    "result:row": "{total:points}, {exact} of {cycles} predictions exact",
}
