"""Tripledip in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

RULES = """\
**Roll three gembones until you have a point. The best combination collects from everybody.**

1. Everybody puts up three gembones of one size and rolls them.
2. *Trips*: all three equal; that number is your point. *Dubs*: two equal; the odd one is your point.
3. With a point you are locked. All others roll all three again, until everybody is locked.
4. Any trips beat any dubs. The higher point wins; with dubs the higher pair breaks the tie.
5. A winner with dubs gets one gembone from each, with trips three.

Still equal: only those who tie reroll, and the first combination wins, or the best of that round. Outsiders pay by
the first combination, the others of the tie by the last.

The last one without a point has as many more rolls as the gembone has sides, then loses three. Whoever loses like
that pays the winner three, whatever won. If all others have lost, the last one standing wins at once; if everybody
does in one round, nobody pays.

**Variants.** *Annam All-or-Nothing*: the three highest numbers (2 3 4, 4 5 6, 6 7 8) win three from each at once; 1 2 3
loses three at once. *Machae's Golden Pot*: winners' gembones go into a pot that stays on the table, and the first to
roll trips takes it at the end of that game. *Mordenkainen's Madness*: three games at once, 3g4, 3g6 and 3g8; you roll
all that is unlocked together. *High Stakes*: g10, g12 and g20 too. *Cracks*: gembones may leave the tray, and the
three of that game are lost. *Nine Bells*: alone against the house, 3g20 at nine to one until 20, 20, 20; not counted
on leaderboards. It is rung with `/bells`, for days: thirteen rolls a press, a press every ten seconds, 666 rolls a day.
`/tear-up` ends it, and so do thirteen days without a press.

**Example.** With g6 Ann rolls 2 2 6, Bob 5 5 6, Cid 4 4 5. Ann and Bob both have point 6; Bob's pair is higher. Ann and
Cid give him 1g6 each.

Playing for points is customary only to teach it: the first to reach the gembone's size wins, times the players for
a long match.
"""

WORDS: Mapping[str, str] = {
    "stake": "Roll {dice}? Losing may cost them all.",
    "stake:stake": "Roll {dice}",
    "roll": "No point yet: roll again.",
    "roll:roll": "Roll",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "cracks": "{seat:seat} cracks: a {size} leaves the tray.",
    "loses": "{seat:seat} loses the game: {n}{size} to whoever wins it.",
    "tie": "A tie for the {size} game: {seats:seats} reroll.",
    "wins": "{seat:seat} wins the {size} game.",
    "void": "Nobody is left in the {size} game, and nobody pays.",
    "takes_pot": "Trips! The golden pot of {dice} goes to {seats:seats}.",
    "shares_pot": "Trips! {seats:seats} share the golden pot: {dice} each.",
    "note:locked": "{size}: {score:line}",
    "note:lost": "{size}: lost",
    "phase:rolls": "Rolling",
    "why": "{size}: {reason:line}",
    "why:more": "{before:line}; {size}: {reason:line}",
    "why:lost": "lost automatically",
    "result:won": "{seats:seats} won.",
    "result:void": "Nobody was left, and nobody pays.",
    "result:nothing": "It takes two to play, and nothing was rolled.",
    "result:pot": "In the golden pot: {dice}.",
    # the contract of the Nine Bells
    "sign": "All bets are paid nine to one. Sign the contract for 3g20?",
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
    "result:unsigned": "The contract stays unsigned.",
    "result:torn": "The contract is torn up after {rolled} rolls.",
    "result:fulfilled": "The contract is fulfilled after {rolled} rolls.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
