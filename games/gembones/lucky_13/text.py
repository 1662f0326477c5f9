"""Lucky No. 13 in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.lucky_13.options import BLESSINGS, DICE

RULES = """\
**Roll gembones one by one, as near to 13 as you dare. Exactly 13 wins at once; above 13 you're out.**

1. Everyone has a g4, a g6, a g8 and a g10. Everyone rolls a g10 for the order: the lowest plays first.
2. On your turn choose a gembone and roll it; go on with another, or stop. Roll at least one, and none of them twice.
3. Above 13 you bust. Exactly 13 wins and ends the game on the spot.
4. If nobody makes 13, the highest total below it wins.

**What it costs.** Everyone who took a turn pays the winner one gembone. If the winner made 13: the gembone with your
*highest* result (if two tie, the larger one). Otherwise: the one with your *lowest* (if two tie, the smaller one).
Players whose turn hadn't come before the 13 pay nothing.

**Equal totals.** Fewer gembones win, then the highest single result, then the next. Still equal: those players throw
their gembones again. Players who shared the best total pay nothing. If everyone busts, nobody pays.

**Blessings** (for everyone, or one each with *Blessings of the Tricksters*, drafted in the order of play; they stay
until everyone wants a new draft).
*Garl*: on someone else's turn roll one of your gembones for them; once a turn, and keep one for yourself.
*Brandobaris*: bust with gembones left? Replace your last roll with another one, and your turn is over.
*Leira*: once on your turn you must call a roll one higher or lower, and that number counts.
*Mask*: your neighbours in the order of play leave you the smallest gembone they didn't roll.
*Tymora*: at 12 flip a coin: heads 13, tails 14.
*Waukeen*: if you win, players with 10 or more pay the largest gembone they rolled.

By tradition a winner leaves a share on an altar: `/gembones offer`, for a blessing and no luck at all.

**Example.** Ann rolls g10 = 6 and g6 = 5 and stops at 11. Bob rolls g8 = 7 and g6 = 6: 13! Ann pays the g10, her
highest result. Cid had no turn and pays nothing.

Played for points, the first to 13 wins (a long match: 13 times the number of players).

If you never stop early you make 13 in 51 of 160 games at best, beginning with the g10.
"""

WORDS: Mapping[str, str] = {
    "stake": "Play for {dice:gembones}? At worst you lose one of them.",
    "stake:stake_anew": "Put up, and draft again if everyone agrees",
    "order_roll": "{seat:seat} rolls {die:item} for the order.",
    "order": "They play in this order: {seats:seats}.",
    "champion": "{seat:seat} plays under {name}.",
    "blessing": "Whose champion are you?",
    **{f"blessing:{name}": title for name, title in BLESSINGS.items()},
    "turn": "{seat:seat}'s turn.",
    "roll": "You have {total}; the best so far is {best}. Roll or stop?",
    **{f"roll:{size}": f"Roll the {size}" for size in DICE},
    "roll:stop": "Stop at {total}",
    "roll:flip": "Flip Tymora's coin",
    "rolls": "{seat:seat} rolls {die:item}: {total}.",
    "rolls_hidden": "{seat:seat} rolls the {size} behind a hand.",
    "sees": "You rolled {die:item}.",
    "says": "{seat:seat} calls it {die:item}: {total}.",
    "say": "Your {size} shows {face}. What do you call it?",
    "say:true": "{face}, the truth",
    "say:up": "{higher}",
    "say:down": "{lower}",
    "gift": "{seat:seat} has {total}. Roll one of yours for them?",
    **{f"gift:{size}": f"Give the {size}" for size in DICE},
    "gift:keep": "Keep mine",
    "gives": "{seat:seat} rolls {die:item} for {to_seat:seat}: {total}.",
    "swap": "Bust at {total}. Take the {size} back? You'd have {without} plus the new roll.",
    **{f"swap:{size}": f"Roll the {size} instead" for size in DICE},
    "swap:bust": "Bust",
    "swaps": "Brandobaris winks: {seat:seat} takes the {size} back.",
    "flips": "{seat:seat} flips {die:item}: {total}.",
    "bust": "{seat:seat} busts with {total}.",
    "ends": "{seat:seat} finishes on {total}.",
    "swindle": "{seat:seat} swindles {from_seat:seat} out of the {size}.",
    "rerolls": "{seat:seat} throws {dice:items} again: {total}.",
    "truth": "{seat:seat} really rolled {dice:items}.",
    "note:total": "{total}",
    "phase:draft": "Blessings",
    "phase:turns": "Turns",
    "why": "{total}: {dice:items}",
    "why:bust": "bust at {total}: {dice:items}",
    "why:unplayed": "had no turn",
    "result:lucky": "Lucky 13! {seat:seat} wins.",
    "result:near": "{seat:seat} wins with {total}.",
    "result:bust": "Everyone busts, so nobody pays.",
    "result:nothing": "It takes two to play, so there was no roll.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
