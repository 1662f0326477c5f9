"""Rolled Gold in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.money import SIZES
from games.gembones.rolled_gold.odds import BONUSES

RULES = """\
**Roll at least what the house has rolled, and take the die that it offers.**

1. Put the buy in die into the tray (a g4 unless the host says otherwise), or a larger one, or more: all of it plays.
2. The house rolls a g20. A 1: every die in a tray wins one of its own size, and that is all.
3. Otherwise the roll names the payout: 2–3 a g4, 4–6 a g6, 7–8 a g8, 9–10 a g10, 11–12 a g12, 13–18 a g20, 19–20 a
   g100.
4. Add dice, up to three in all. Once you have added one that is larger than the buy in you may take the buy in back.
   In a full tray a larger one takes its place. After the game only the buy in stays, if it was not lost: who plays
   the next game has it in the tray already.
5. All roll. A die that shows the house's number or more wins the payout die and stays yours; less, and it is lost.

**Rolled Gold**: a die that itself shows 20 wins half as much again as the payout, whatever else happens.

**Bonus dice.** While a g20 is offered, a g20 of yours may have one bonus: g4 (Guidance), g6 (Bardic Inspiration) or g8
(Superiority), each once a game. It counts with its die, and the house keeps it.

**Variants.** *Acererak's Bane*: the house rolls a g4 and lowers all rolls by it; a 20 wins only a fifth more. *Dark
Moon Heresy*: two games in a row, first with the higher of two house rolls, then with the lower; you stake in both.
*Flying Snake Tax*: equal loses. *Jarlaxle's Charm*: the house rolls until it has 13 or more. *Red Wizards Duel*: the
house adds one bonus die, as large as the largest used; your bonus is kept if its set wins. *Vault of Dragons*: up to
twenty dice, no bonuses; not counted on leaderboards.

**Example.** The house rolls 6 and offers a g6. Ann adds a g8 and takes her g4 back. She rolls a 6: equal is enough, she
wins a g6.

In points, three dice at most: the first to 20 wins, or to 100 in a long match. A 20 multiplies the points of the
payout, rounded down; a house 1 scores the dice in the tray.

A lone g4 loses three quarters of itself on average; the best play loses 0.9 pieces a game.
"""

WORDS: Mapping[str, str] = {
    "buy_in": "Buy in with at least a {minimum}?",
    "buy_in:pass": "Not this game",
    **{f"buy_in:{size}": f"Put in a {size}" for size in SIZES},
    "more": "{dice} in the tray. More, before the house rolls?",
    **{f"more:{size}": f"Add a {size}" for size in SIZES},
    "more:done": "Ready",
    "add": "The house has {house} and offers a {size}. Add dice?",
    **{f"add:{size}": f"Add a {size}" for size in SIZES},
    **{f"add:bonus_{size}": f"{name} ({size}) for a g20" for size, name in BONUSES.items()},
    "add:take_back": "Take the {buy_in} back",
    **{f"add:instead_{size}": f"Swap the {{buy_in}} for a {size}" for size in SIZES},
    "add:done": "No more",
    "puts": "{seat:seat} puts in a {size}.",
    "takes_back": "{seat:seat} takes the {size} back.",
    "bonus": "{seat:seat} adds {name}, a {size}.",
    "house": "The house rolls {dice:items}.",
    "house_advantage": "The house rolls {dice:items} with advantage: {house}.",
    "house_disadvantage": "The house rolls {dice:items} with disadvantage: {house}.",
    "house_one": "A 1! Every die in a tray wins one of its own.",
    "payout": "{house} offers a {size}.",
    "final": "Bets are final. Roll 'em!",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "inactive": "A {size} of {seat:seat} leaves the tray and comes back unused.",
    "bane": "Acererak takes {dice:items} from every roll.",
    "duel": "The Red Wizards add {dice:items} to the house.",
    "gold": "Rolled Gold! {seat:seat} wins {dice} with the {size}.",
    "paid": "{seat:seat} wins {dice} with the {size}.",
    "lost": "{seat:seat} loses the {size}.",
    "note:passes": "not in this game",
    "note:totals": "{won} won, {lost} lost",
    "phase:buy_in": "Buy in",
    "phase:bets": "House {house}, payout {size}: bets",
    "phase:rolls": "Roll 'em",
    "why:pair": "{one:line}; then {two:line}",
    "result:gold": "Rolled Gold! A 20 for {seats:seats}.",
    "result:one": "The house rolled a 1: every die in a tray wins one of its own.",
    "result:played": "The house rolled {house} and offered a {size}.",
    "result:pair": "The house rolled {one}, and then {two}.",
    "result:nothing": "Nobody buys in, and nothing is rolled.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
