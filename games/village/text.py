"""Every sentence of Please Don't Burn My Village!: the rules, events, questions, results."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.side_stake import WORDS as STAKE_WORDS
from games.village.cards import KINDS, NAMES, OF_A_KIND, STALLS, WILDS

RULES = """\
**Pile up bribes of the Treasures the dragon likes, and make your neighbours' worthless.**

Six types of Treasure, 14 cards of each, and Wilds: 14 with two players, two more for each further one. Everyone gets
seven cards, and each of the four market stalls gets one. The *Dragon's Favor* is a line of six spaces
worth 1 1 2 2 3 4, with a token of each type in random order. A turn is one of three things.

1. **Bribe the dragon.** Lay down cards of one type, or add to your bribe of that type. Wilds may go with them and
   count as that type; on their own they can only be added. The type's token moves right one space a card, and the
   tokens it passes move one left; it stops at the 4 space. Then the deck fills the stalls: one card to stall 3, one to
   2, 1 and 0, then to 3 again, until a card of that type or a Wild comes up.
2. **Visit the market.** Discard the number of cards the stall costs, at least one of them a Treasure, and take
   everything in it. Stall 0 is free. Then curse a type you paid with: its token moves left, one space for each card
   paid. You choose that card first. The market isn't refilled.
3. **Draw a card.**

The game ends at once when someone has to draw or deal a card and the deck is empty. Taking the last card doesn't end it
yet. At the end Treasures in your hand join your bribes of their type.

**Scores.** Each card in a bribe, Wilds too, scores what its type's space is worth. Each Treasure left in your hand
costs you that much, each Wild 2. The most points win; a tie goes to the larger bribe of the highest token's type, then
of the next to its left, and so on. If they're all equal, you share the win.

**At this table.** You can take back any choice until you've made its last part, while the clock runs on. If you run out
of time you draw a card. If you leave you take no more turns and rank below those who stay.

**Variants.** *Five types*: no Gems, and five spaces worth 0 1 2 3 4. *Dragon's Favor*: other values of the spaces.
*Played for*: a stake besides the points; everyone puts in the same, and the winner takes it, or the first places
share it.

**Example.** At the end the order is Axe 1, Crown 1, Feather 2, Gem 2, Magic Scroll 3, Sword 4. Ann has bribed with
three Swords and two Magic Scrolls and holds a Sword, two Feathers and a Wild. The Sword joins its bribe: 4 × 4 + 2 × 3
− 2 × 2 − 2 = 16.
"""

MOST_WILDS = max(WILDS.values())


def _way(treasures: int, wilds: int) -> str:
    """Return the words for a way to bribe: its cards, then its effect."""
    with_wilds = f"{wilds} Wild{'s' * (wilds != 1)}" if wilds else ""
    cards = " + ".join(filter(None, [str(treasures or ""), with_wilds]))
    return f"{cards}: {{after_{treasures + wilds}:line}}"


WORDS: Mapping[str, str] = {
    **STAKE_WORDS,
    "opens": "{seat:seat} goes first. In the stalls: {what:line}.",
    "bribes": "{seat:seat} bribes the dragon with {what:line}; each {card:item} is worth {value} now.",
    "refill": "New in the stalls ({n}): {what:line}.",
    "buys": "{seat:seat} pays {paid:line} for {bought:line}; each {card:item} is worth {value} now.",
    "takes": "{seat:seat} takes {bought:line} for free.",
    "draws": "{seat:seat} draws.",
    "drew": "You drew {card:item}.",
    "ran_out": "There's no card left: the dragon comes.",
    "note:bribed": "bribed",
    "note:bought": "visited stall {cost}",
    "note:drew": "drew a card",
    "phase:turn": "{seat:seat}'s turn · deck {deck}",
    "turn": "{asks:line}",
    "turn:asks": "Bribe, buy or draw?",
    "turn:ends": "The deck is empty: a bribe or a draw ends the game.",
    **{f"turn:bribe_{kind}": f"Bribe with {NAMES[kind][1]}" for kind in KINDS},
    **{f"turn:stall_{cost}": f"Pay {cost} for {{stall_{cost}:line}}" for cost in STALLS},
    "turn:stall_0": "Take {stall_0:line} for free",
    "turn:draw": "Draw a card",
    "turn:draw?": "The deck is empty. Drawing ends the game: are you sure?",
    "bribe": "How many {cards}? Each one makes the dragon like {cards} one step more.",
    **{
        f"bribe:x{n}w{wilds}": _way(n, wilds) for n in range(OF_A_KIND + 1) for wilds in range(MOST_WILDS + 1)
    },
    "bribe:more": "Other ways ...",
    "bribe:back": "Back",
    "curse": "Whatever you pay with drops {cost} in the dragon's favour.",
    **{f"curse:{kind}": f"{NAMES[kind][0]}: {{after_{kind}:line}}" for kind in KINDS},
    "curse:back": "Back",
    "pay": "Stall {cost}: you pay {paid:items}. Which {need} more? {card:item}: {move:line}.",
    **{f"pay:{kind}": f"{name} (you have {{has_{kind}}})" for kind, (name, _) in NAMES.items()},
    "pay:back": "Back",
    "result:won": "{seats:seats} wins with {points:points}, and the dragon spares the village.",
    "result:shared": "{seats:seats} share the win with {points:points}.",
}
