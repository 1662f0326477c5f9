"""Every sentence of Please Don't Burn My Village!: the rules, events, questions, results."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.side_stake import WORDS as STAKE_WORDS
from games.village.cards import KINDS, NAMES, OF_A_KIND, STALLS, WILDS

RULES = """\
**Pile up bribes of the Treasures that the dragon likes, and make your neighbours' worthless.**

Six types of Treasure, 14 cards of each, and Wilds: 14 with two players, two more for each further one. Everybody is
dealt seven cards, and one card lies in each of the four market stalls. The *Dragon's Favor* is a line of six spaces
worth 1 1 2 2 3 4, with a token of each type in random order. A turn is one of three things.

1. **Bribe the dragon.** Lay down cards of one type, or add to your bribe of that type. Wilds may go with them and
   count as that type; alone they may only be added. The token of the type moves right, one space a card, and those
   that it passes move one left; beyond the 4 space movement is lost. Then the stalls are filled from the deck: one
   card to stall 3, one to 2, 1 and 0, then to 3 again, until a card of that type or a Wild comes up.
2. **Visit the market.** Discard exactly as many cards as the stall costs, at least one of them a Treasure, and take
   all that lies there. Stall 0 is free. Then curse a type that you paid with: its token moves left, one space for
   each card paid. You choose that card first; the market is not filled up.
3. **Draw a card.**

The game ends at once when a card has to be drawn or dealt and the deck has none. The deck's last card ends nothing
yet. Treasures in hand then join bribes of their type that you have made.

**Scores.** Each card of a bribe, Wilds too, counts what the space of its type is worth. Each Treasure left in hand
costs as much, each Wild 2. The most points win; a tie goes to the larger bribe of the highest token's type, then of
the next to its left, and so on. Equal in all of them: the win is shared.

**At this table.** Every choice can be taken back until its last part is given; the turn's clock runs
on. Whoever runs out of time draws.
Whoever leaves takes no more turns and comes after those who stay.

**Variants.** *Five types*: no Gems, and five spaces worth 0 1 2 3 4. *Dragon's Favor*: other values of the spaces.
*Played for*: a stake beside the points; all put in the same, and the winner takes it, or it is paid as shares to the
first places.

**Example.** In the end the order is Axe 1, Crown 1, Feather 2, Gem 2, Magic Scroll 3, Sword 4. Ann has bribed with
three Swords and two Magic Scrolls and holds a Sword, two Feathers and a Wild. The Sword joins its bribe: 4 × 4 + 2 × 3
− 2 × 2 − 2 = 16.
"""

WORDS: Mapping[str, str] = {
    **STAKE_WORDS,
    "opens": "{seat:seat} goes first. In the stalls: {what:line}.",
    "bribes": "{seat:seat} bribes the dragon with {what:line}; each {card:item} is worth {value} now.",
    "refill": "{n} to the stalls: {what:line}.",
    "buys": "{seat:seat} pays {paid:line} for {bought:line}; each {card:item} is worth {value} now.",
    "takes": "{seat:seat} takes {bought:line} for nothing.",
    "draws": "{seat:seat} draws.",
    "drew": "You drew {card:item}.",
    "ran_out": "There is no card left: the dragon comes.",
    "note:bribed": "bribed with {what:line}",
    "note:bought": "visited stall {cost}",
    "note:drew": "drew a card",
    "phase:turn": "{seat:seat}'s turn, {deck} cards in the deck",
    "turn": "Bribe the dragon, visit a stall, or draw? {deck:line}.",
    "deck:left": "Cards left in the deck: {n}",
    "deck:empty": "The deck is empty, and a bribe or a draw ends the game",
    **{f"turn:bribe_{kind}": f"Bribe with {NAMES[kind][1]}" for kind in KINDS},
    **{f"turn:stall_{cost}": f"Pay {cost} for {{stall_{cost}:line}}" for cost in STALLS},
    "turn:stall_0": "Take {stall_0:line} for nothing",
    "turn:draw": "Draw a card",
    "turn:draw?": "The deck is empty: drawing ends the game. Is that meant?",
    "bribe": "How many of {card:item}? {lying} cards lie in that bribe. For each the token moves one to the right.",
    "bribe:x0": "None, only Wilds",
    **{f"bribe:x{n}": f"{n}: {{after_x{n}:line}}" for n in range(1, OF_A_KIND + 1)},
    "bribe:back": "Back",
    "wilds": "{n} of {card:item}, and how many Wilds?",
    "wilds:x0": "No Wild: {after_x0:line}",
    "wilds:x1": "1 Wild: {after_x1:line}",
    **{f"wilds:x{n}": f"{n} Wilds: {{after_x{n}:line}}" for n in range(2, max(WILDS.values()) + 1)},
    "wilds:back": "Back",
    "curse": "Stall {cost} has {what:line}. What do you pay? Its token is cursed: {cost} to the left.",
    **{f"curse:{kind}": f"{NAMES[kind][0]}: {{after_{kind}:line}}" for kind in KINDS},
    "curse:back": "Back",
    "pay": "Stall {cost}: {paid:items} and which {need} more? {card:item}, cursed: {move:line}.",
    **{f"pay:{kind}": f"{name} (you have {{has_{kind}}})" for kind, (name, _) in NAMES.items()},
    "pay:back": "Back",
    "result:won": "{seats:seats} wins with {points} points, and the village is spared.",
    "result:shared": "{seats:seats} share the win with {points} points.",
}
