"""Lucky No. 13 in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.lucky_13.options import BLESSINGS, DICE

RULES = """\
**Roll gembones one by one, as near to 13 as you dare. Exactly 13 wins at once; above 13 you are out.**

1. Everybody has a g4, a g6, a g8 and a g10. A g10 each decides the order: the lowest plays first.
2. In your turn choose a gembone and roll it; go on with another, or stop. At least one, each at most once.
3. Above 13 you bust. Exactly 13 wins and ends the game on the spot.
4. If nobody makes 13, the highest total that is not bust wins.

**What it costs.** One gembone from each who took a turn. To a 13: the one that shows your *highest* result (of
equals the larger gembone). To the nearest: the one that shows your *lowest* (of equals the smaller). Who had no turn
before the 13 pays nothing.

**Equal totals.** Fewer gembones win, then the highest single result, then the next. All the same: those players throw
their gembones again. Whoever shared the best total pays nothing. All bust: nobody pays.

**Blessings** (each for all, or one each with *Blessings of the Tricksters*, drafted in the order of play; they stay
until all want a new draft).
*Garl*: in another's turn roll one of yours, and it counts for them; once a turn, and one must be left for your own.
*Brandobaris*: bust with gembones left? Another may replace your last roll, and your turn is over.
*Leira*: once in your turn you must call a roll one higher or lower, and the called number counts.
*Mask*: your neighbours in the order of play leave you the smallest gembone that they did not roll.
*Tymora*: at 12 flip a coin: heads 13, tails 14.
*Waukeen*: if you win, whoever had 10 or more pays the largest gembone rolled.

By tradition a winner leaves a share on an altar: `/offer`, for a blessing and no luck at all.

**Example.** Ann rolls g10 = 6 and g6 = 5 and stops at 11. Bob rolls g8 = 7 and g6 = 6: 13! Ann pays the g10, her
highest result. Cid had no turn and pays nothing.

In points the first to 13 wins, or 13 times the players for a long match.

Never stopping early makes 13 in 51 of 160 games at best, beginning with the g10.
"""

WORDS: Mapping[str, str] = {
    "stake": "Play for {dice}? At most one of them is lost to the winner.",
    "stake:stake_anew": "Put up, and draft anew if all agree",
    "order_roll": "{seat:seat} rolls {die:item} for the order.",
    "order": "They play in this order: {seats:seats}.",
    "champion": "{seat:seat} plays under {name}.",
    "blessing": "Whose champion are you?",
    **{f"blessing:{name}": title for name, title in BLESSINGS.items()},
    "turn": "{seat:seat}'s turn.",
    "roll": "You have {total}, the best so far is {best}. Roll, or stop?",
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
    "gift": "{seat:seat} stands at {total}. Roll one of yours for them?",
    **{f"gift:{size}": f"Give the {size}" for size in DICE},
    "gift:keep": "Keep all",
    "gives": "{seat:seat} rolls {die:item} for {to_seat:seat}: {total}.",
    "swap": "Bust at {total}. Replace the {size}? You keep {without} and that roll.",
    **{f"swap:{size}": f"Roll the {size} instead" for size in DICE},
    "swap:bust": "Bust",
    "swaps": "Brandobaris winks: {seat:seat} takes the {size} back.",
    "flips": "{seat:seat} flips {die:item}: {total}.",
    "bust": "{seat:seat} busts with {total}.",
    "ends": "{seat:seat} ends at {total}.",
    "swindle": "{seat:seat} swindles {from_seat:seat} out of the {size}.",
    "rerolls": "{seat:seat} throws {dice:items} again: {total}.",
    "truth": "{seat:seat} really had {dice:items}.",
    "note:total": "{total}",
    "phase:draft": "Blessings",
    "phase:turns": "Turns",
    "why": "{total}: {dice:items}",
    "why:bust": "bust, {total}: {dice:items}",
    "why:unplayed": "had no turn",
    "result:lucky": "Lucky 13! {seat:seat} wins.",
    "result:near": "{seat:seat} wins with {total}.",
    "result:bust": "All are bust, and nobody pays.",
    "result:nothing": "It takes two to play, and nothing was rolled.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
