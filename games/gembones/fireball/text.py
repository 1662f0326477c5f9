"""FIREBALL in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.fireball.caller import MOST_TIED

RULES = """\
**Be first with all your gembones on one number.** Everybody puts up eight g6.

1. At the call all roll at once. The number that you rolled most often is your target; of equals it is the highest, or
   the lowest if you said so.
2. Gembones that show your target are *locked*: you cannot lose them any more.
3. Roll all the others again, as often as you like: there are no turns. Two seconds lie between two rolls of a player.
4. The first with every gembone on the target casts the fireball and gets from everybody else what is not locked.

"Cast!" is called by the house after two to five seconds, or by a spectator who presses *Be the caller*. Press as fast
as you like: a press that comes too early counts when your two seconds are over.

A tie is decided by the players who have no part in it, else by a caller, else by a g20 each.

**Round by round.** All roll once at the same time, as often as it takes; the first complete set wins.

**Variants.** *At Higher Levels*: up to 14 gembones each. *Evocation Overchannel*: everybody's target is the highest
number. *Cone of Cold*: g8. *Flame Strike*: your two most frequent numbers are targets, and you need half on each; with
an odd number one of them takes one more. *Meteor Swarm*: 40g6, 20 on each of two targets; it takes a while.
*Wall of Fire*: locked gembones are stacked. Place them *quickly* and a g20 tests the stack: no more than half its
height, and a g4 says how many fall and are loose again. Place them *carefully* and nothing falls, but your next roll
comes after four seconds, or a round later.

**Example.** Ann rolls 3 3 3 5 5 1 2 6: her target is 3, three are locked, five are rolled again. They show 3 6 3 1 4,
and five are locked. In the end she is first; Bob has five locked, Cid seven and Dot six: she gets 3 + 1 + 2 = 6g6.

In points the first to 5 wins, or 5 times the players for a long match.
"""

WORDS: Mapping[str, str] = {
    "rail:call": "Be the caller",
    "call": "All hold their gembones and wait for your call.",
    "call:call": "Cast!",
    "cast": "Cast! Everybody rolls.",
    "tie": "A tie: {seats:seats}.",
    "first": "Who was first?",
    **{f"first:who{place}": f"{{who{place}:seat}}" for place in range(MOST_TIED)},
    "first:pass": "I could not tell",
    "vote": "The others say: {seat:seat} was first.",
    "called": "The caller says: {seat:seat} was first.",
    "roll_off": "{seat:seat} rolls {dice:items}.",
    "phase:call": "Hold and shake",
    "phase:tie": "Tie",
    "stake": "Roll {dice}? What you have not locked in the end goes to the winner.",
    "stake:stake": "Put up {dice}",
    "stake:lowest": "Put up {dice}, lowest target",
    "roll": "Roll until all show your target.",
    "roll:roll": "Roll",
    "roll:quick": "Roll, stack quickly",
    "roll:careful": "Roll, stack carefully",
    "locks": "{seat:seat} locks {n}: {locked} of {count}.",
    "falls": "The wall of {seat:seat} topples: {n} loose again.",
    "fireball": "{seat:seat} casts FIREBALL! The flames roll over table and guests, and singe nobody.",
    "note:locked": "{locked} of {count} on {targets}",
    "phase:race": "Race",
    "phase:rounds": "Rolling",
    "why": "{locked} of {count} locked",
    "result:won": "{seat:seat} cast the fireball.",
    "result:nothing": "It takes two to play, and nothing was rolled.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
