"""FIREBALL in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.fireball.caller import MOST_TIED

RULES = """\
**Be first with all your gembones on one number.** Everyone throws in eight g6.

1. At the call everyone rolls at once. The number you rolled most often is your target; if two numbers tie, the higher
   one (or the lower one if you said so).
2. Gembones that show your target are *locked*: you can't lose them any more.
3. Keep rolling the others as often as you like: there are no turns. You can roll once every two seconds.
4. The first player with every gembone on the target casts the fireball and wins everyone else's unlocked gembones.

The house calls "Cast!" after two to five seconds, or a spectator does who pressed *Be the caller*. Press as fast as you
like: an early press counts as soon as your two seconds are over.

Players who weren't part of a tie decide it; if there are none, the caller does; otherwise each tied player rolls a g20.

**Round by round.** Everyone rolls once at the same time, round after round; the first complete set wins.

**Variants.** *At Higher Levels*: up to 14 gembones each. *Evocation Overchannel*: everyone's target is the highest
number. *Cone of Cold*: g8. *Flame Strike*: your two most frequent numbers are targets, and you need half on each; with
an odd number one of them takes one more. *Meteor Swarm*: 40g6, 20 on each of two targets; it takes a while.
*Wall of Fire*: locked gembones are stacked. Place them *quickly* and a g20 tests the stack: no more than half its
height, and a g4 says how many fall and are loose again. Place them *carefully* and nothing falls, but you wait four
seconds, or a round, for your next roll.

**Example.** Ann rolls 3 3 3 5 5 1 2 6: her target is 3, so three are locked and she rolls five again. They show 3 6 3 1
4, and she has five locked. She finishes first; Bob has five locked, Cid seven and Dot six: she wins 3 + 1 + 2 = 6g6.

Played for points, the first to 5 wins (a long match: 5 times the number of players).
"""

WORDS: Mapping[str, str] = {
    "rail:call": "Be the caller",
    "call": "Everyone's holding their gembones, waiting for your call.",
    "call:call": "Cast!",
    "cast": "Cast! Everyone rolls.",
    "tie": "A tie between {seats:seats}.",
    "first": "Who was first?",
    **{f"first:who{place}": f"{{who{place}:seat}}" for place in range(MOST_TIED)},
    "first:pass": "I couldn't tell",
    "vote": "The others say: {seat:seat} was first.",
    "called": "The caller says: {seat:seat} was first.",
    "roll_off": "{seat:seat} rolls {dice:items}.",
    "phase:call": "Hold and shake",
    "phase:tie": "Tie",
    "stake": "Throw in {dice:gembones}? Any you haven't locked at the end go to the winner.",
    "stake:stake": "Throw in {dice:gembones}",
    "stake:lowest": "Throw in, lower number on a tie",
    "roll": "Keep rolling until every gembone shows your target.",
    "roll:roll": "Roll",
    "roll:quick": "Roll, stack quickly",
    "roll:careful": "Roll, stack carefully",
    "locks": "{seat:seat} locks {n}: {locked} of {count}.",
    "falls": "{seat:seat}'s wall topples: {n} loose again.",
    "fireball": "{seat:seat} casts FIREBALL! The flames roll over the table and the guests, and singe nobody.",
    "note:locked": "{locked} of {count} on {targets}",
    "phase:race": "Race",
    "phase:rounds": "Rolling",
    "you:won": "You won {n:gembones}: you were first with every gembone locked.",
    "you:lost": "You lost {n:gembones}: {who:seats} was first. You had {mine:line}.",
    "you:even": "You broke even: {who:seats} was first, and you had {mine:line}.",
    "why": "{locked} of {count} locked",
    "result:won": "{seat:seat} casts the fireball and takes every loose gembone!",
    "points:result:won": "{seat:seat} casts the fireball!",
    "result:nothing": "It takes two to play, so there was no roll.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
