"""Tripledip in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

RULES = """\
**Roll three gembones until you have a point. The best combination collects from everyone.**

1. Everyone puts up three gembones of one size and rolls them.
2. *Trips*: all three equal; that number is your point. *Dubs*: two equal; the odd one is your point.
3. Once you have a point you're locked. The others reroll all three until everyone is locked.
4. Any trips beat any dubs. The higher point wins; with dubs the higher pair breaks the tie.
5. A winner with dubs gets one gembone from each, with trips three.

Still equal: only the tied players reroll, and the first combination wins, or the best of that round. Players outside
the tie pay by the first combination, those in it by the last.

The last player without a point gets one more roll for each side of the gembone (four with g4), then loses three to the
winner, whatever won. If everyone else has lost that way, the last one standing wins at once; if everyone does in one
round, nobody pays.

**Variants.** *Annam All-or-Nothing*: the three highest numbers (2 3 4, 4 5 6, 6 7 8) win three from each at once; 1 2 3
loses three at once. *Machae's Golden Pot*: winners' gembones go into a pot that stays on the table, and the first to
roll trips takes it at the end of that game. *Mordenkainen's Madness*: three games at once, 3g4, 3g6 and 3g8; you roll
everything unlocked together. *High Stakes*: g10, g12 and g20 too. *Cracks*: gembones may leave the tray, and the
three of that game are lost. *Nine Bells*: alone against the house, 3g20 at nine to one until 20, 20, 20; not counted
on leaderboards. Ring with `/gembones bells`, for days: thirteen rolls a press, a press every ten seconds, 666 rolls
a day. `/gembones tear-up` ends it, and so do thirteen days without a press.

**Example.** With g6 Ann rolls 2 2 6, Bob 5 5 6, Cid 4 4 5. Ann and Bob both have point 6; Bob's pair is higher. Ann and
Cid give him 1g6 each.

Played for points, mostly to teach it: the first to the gembone's size wins (a long match: that times the number of
players).
"""

WORDS: Mapping[str, str] = {
    "stake": "Roll {dice:gembones}? At worst you lose them all.",
    "stake:stake": "Roll {dice:gembones}",
    "roll": "{state:line}",
    "roll:no_point": "No point yet: roll again.",
    "roll:tied": "{seats:seats} are tied: roll for it.",
    "rerolls": "{seat:seat} has {score:line} in the reroll.",
    "note:rerolled": "{size}: {first:line}, reroll {score:line}",
    "points:loses": "{seat:seat} is out of the {size} game.",
    "roll:roll": "Roll",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "cracks": "{seat:seat} cracks: a {size} leaves the tray.",
    "loses": "{seat:seat} is out and owes the winner {n}{size}.",
    "tie": "{seats:seats} tie for the {size} game and reroll.",
    "wins": "{seat:seat} wins the {size} game.",
    "void": "Nobody is left in the {size} game, so nobody pays.",
    "takes_pot": "Trips! The golden pot of {dice} goes to {seats:seats}.",
    "shares_pot": "Trips! {seats:seats} share the golden pot: {dice} each.",
    "note:locked": "{size}: {score:line}",
    "note:lost": "{size}: out",
    "phase:rolls": "Rolling",
    "why": "{size}: {reason:line}",
    "why:more": "{before:line}; {size}: {reason:line}",
    "why:lost": "no point in time, out",
    "result:won": "{seats:seats} won.",
    "result:void": "Nobody was left, so nobody pays.",
    "result:nothing": "It takes two to play, so there was no roll.",
    "result:pot": "In the golden pot: {dice}.",
    # the contract of the Nine Bells
    "sign": "The bells pay nine to one. Sign the contract for three g20s?",
    "sign:sign": "Sign",
    "sign:pass": "Leave it",
    "sign:sign?": "The small print: ||you roll until 20, 20, 20, or for ever||. Tearing it up costs the 3g20. Sign?",
    "ring": "{rolled} rolls so far, {left} left today.",
    "ring:roll": "Roll on",
    "ring:tear_up": "Tear up the contract",
    "ring:tear_up?": "That costs the 3g20. Tear it up?",
    "signs": "{seat:seat} signs, and is a guest of the Nine Bells.",
    "bells": "{seat:seat} rolls {n} times; the last shows {dice:items}.",
    "nine_bells": "Nine bells! {seat:seat} rolls {dice:items}.",
    "phase:contract": "Guest of the Nine Bells",
    "result:unsigned": "You didn't sign the contract.",
    "result:torn": "You tore up the contract after {rolled} rolls.",
    "result:fulfilled": "You fulfilled the contract after {rolled} rolls!",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
