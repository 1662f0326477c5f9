"""Rolled Gold in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.money import SIZES
from games.gembones.rolled_gold.odds import BONUSES

RULES = """\
**Roll at least what the house rolled, and win the die it offers.**

1. Put the buy in die into the tray (a g4 unless the host says otherwise), or a larger one, or more: all of it plays.
2. The house rolls a g20. On a 1 every die in a tray wins one of its own size, and the game is over.
3. Otherwise the roll names the payout: 2–3 a g4, 4–6 a g6, 7–8 a g8, 9–10 a g10, 11–12 a g12, 13–18 a g20, 19–20 a
   g100.
4. Add dice, up to three in all. Once you've added one larger than the buy in, you may take the buy in back.
   In a full tray a larger one replaces it. After the game only the buy in stays in your tray, if you didn't lose it.
5. Everyone rolls. A die that shows the house's number or more wins the payout die and stays yours; otherwise you lose
   it.

**Rolled Gold**: a die that shows a natural 20 wins one and a half times the payout, whatever else happens.

**Bonus dice.** While a g20 is offered, a g20 of yours may have one bonus: g4 (Guidance), g6 (Bardic Inspiration) or g8
(Superiority), each once a game. It counts with its die, and the house keeps it.

**Variants.** *Acererak's Bane*: the house rolls a g4 and lowers every roll by it; a 20 wins only a fifth more. *Dark
Moon Heresy*: two games in a row, first with the higher of two house rolls, then with the lower; you stake in both.
*Flying Snake Tax*: equal loses. *Jarlaxle's Charm*: the house rolls until it has 13 or more. *Red Wizards Duel*: the
house adds one bonus die, as large as the largest used; you keep your bonus if its set wins. *Vault of Dragons*: up to
twenty dice, no bonuses; not counted on leaderboards.

**Example.** The house rolls 6 and offers a g6. Ann adds a g8 and takes her g4 back. She rolls a 6, and equal is enough:
she wins a g6.

Played for points, with up to three dice: the first to 20 wins (a long match: 100). A 20 multiplies the points of the
payout, rounded down; a house 1 scores the dice in the tray.

A lone g4 loses three of its four pieces on average; the best play loses 0.9 pieces a game.
"""

WORDS: Mapping[str, str] = {
    "buy_in": "Put a die in your tray to play (a {minimum} or bigger).",
    "buy_in:pass": "Not this game",
    **{f"buy_in:{size}": f"Put in a {size}" for size in SIZES},
    "more": "Dice in your tray: {dice}. Add another before the house rolls?",
    **{f"more:{size}": f"Add a {size}" for size in SIZES},
    "more:done": "Ready",
    "add": "Beat this: {house}. Every die showing {house} or more wins a {size}. Add dice?",
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
    "house_one": "A 1! Every die in a tray wins another like it.",
    "payout": "{house} offers a {size}.",
    "final": "Bets are final. Roll 'em!",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "inactive": "{seat:seat}'s {size} leaves the tray and comes back unused.",
    "bane": "Acererak takes {dice:items} off every roll.",
    "duel": "The Red Wizards add {dice:items} to the house.",
    "gold": "Rolled Gold! {seat:seat}'s {roll:line} wins {dice}.",
    "gold_bonus": "Rolled Gold! {seat:seat}'s {roll:line} wins {dice}; the {lost} is used up.",
    "paid": "{seat:seat}'s {roll:line} wins {dice}.",
    "paid_bonus": "{seat:seat}'s {roll:line} wins {dice}; the {lost} is used up.",
    "lost": "{seat:seat}'s {roll:line} isn't enough against {house}: {lost} lost.",
    "points:gold": "Rolled Gold! {seat:seat}'s {roll:line} scores {points}.",
    "points:gold_bonus": "Rolled Gold! {seat:seat}'s {roll:line} scores {points}.",
    "points:paid": "{seat:seat}'s {roll:line} scores {points}.",
    "points:paid_bonus": "{seat:seat}'s {roll:line} scores {points}.",
    "points:lost": "{seat:seat}'s {roll:line} isn't enough against {house}.",
    "points:payout": "A die showing {house} or more scores {points}.",
    "points:phase:bets": "{house} or more scores {points}",
    "points:add": "Beat this: {house}. Every die showing {house} or more scores {points}. Add dice?",
    "points:note:totals": "+{points}",
    "points:house_one": "A 1! Every die in a tray scores.",
    "points:result:played": "The house rolled {house}.",
    "points:result:one": "The house rolled a 1! Every die in a tray scores.",
    "note:passes": "not in this game",
    "note:totals": "{won} won, {lost} lost",
    "phase:buy_in": "Buy in",
    "phase:bets": "Bets: {house} or more wins a {size}",
    "phase:rolls": "Roll 'em",
    "why:pair": "{one:line}; then {two:line}",
    "result:gold": "Rolled Gold! A 20 for {seats:seats}.",
    "result:one": "The house rolled a 1! Every die in a tray wins another like it.",
    "result:played": "The house rolled {house} and offered a {size}.",
    "result:pair": "The house rolled {one}, then {two}.",
    "result:nothing": "Nobody bought in, so there was no roll.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
