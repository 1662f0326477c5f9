"""Hag's Haggle in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.hags_haggle.codes import BY_HAND
from games.gembones.shared.stakes import MOST_WAGERS

MOST_PLAYERS = 8
"""Players whom a person who deals can choose from."""

RULES = """\
**Your die against two of the hag's. Her table, her rules, her bargains.**

1. The dealer states her code of conduct and names the gembones: her two g4 against your g8, two g6 against your g12,
   or two g10 against your g20.
2. Wager up to ten dice.
3. The house rolls its two; then you roll yours. Compare each of your dice with the house's total.

| Your roll | g8 | g12 | g20 |
|---|---|---|---|
| equal | wins 3g8 | wins 6g12 | wins 9g20 |
| higher | a g4 for your g8 | a g6 for your g12 | a g10 for your g20 |
| lower | lost | lost | lost |

Yes: a higher roll *trades* your die for half of it. (*Kind hag*: you keep the die too; one wager each, and it doesn't
count on leaderboards.)

**Codes.** She has one code when the table opens and adds another every ten games, up to three. Roll with the button
that obeys, take your gembones out of the chest, give something green. The first time you break a code you get a
warning; the next time you lose your wager. Code 7: she keeps every gembone of yours that shows a 7, after the payout.

**Bargains**, which you can always decline. *Call your shot* before the roll (g12, g20): name what your first die will
show, at 10 to 1 for one more gembone. What counts is what the die showed when it fell; a foretold die, or one that left
the tray, cancels it. *So close* after a second lost game in a row: roll another; equal or higher gives you both back,
lower loses both. *Beginner's luck* after a match: give it up, and roll two dice instead of one in the next three games.
*Redeem* a gembone that left the tray the same way as So close.

**Example.** The house rolls 2 and 3. Ann's g8 shows 5: equal, she wins 3g8. Bob's shows 7: a g4 for his g8. Cid's shows
4 and is lost.

**A dealer at your table** (if the host wants one): a spectator who presses *Be the dealer*, or a player who presses
*Deal instead*, offers bargains in her place. Before the rolls: on one of a player's dice. After them: on one more
gembone. The dealer chooses the winning numbers, at up to 10 to 1, but never at odds that favour the player. Only the
player reads the offer; everyone hears of a bargain once it's struck. What counts is what a die showed when it fell. A
foretold die, or one that left the tray, cancels the bargain.

Played for points, with one wager each and no bargain that costs a gembone: the first to the dealer's number wins (a
long match: that number times the number of players). Don't ask why it's that number.

On average you lose 31 pieces of every 100 you wager with g8 (5/16), 21 with g12 (5/24) and 28 with g20 (11/40).
"""

WORDS: Mapping[str, str] = {
    "number": "The dealer plays to {n}. {why}",
    "codes": "The dealer clears her throat: mind her code.",
    "nickname": "The hag calls you {name}.",
    "set": "This game: her two {half}s against your {die}s.",
    "gives_green": "{seat:seat} gives the dealer something green.",
    "green": "The dealer wants something green, or you don't play.",
    "green:give": "Give something green",
    "green:pass": "Not this game",
    "chest": "Your gembones are in the invisible chest. Take them out?",
    "chest:take_out": "Take them out ✓",
    "chest:leave": "Leave them in",
    "wager": "How many {die}s do you wager?",
    "wager:pass": "Not this game",
    "wager:swear": "Swear",
    "wager:amount": "Wager {n}",
    "wagers": "{seat:seat} wagers {n}{die}.",
    "swears": "{seat:seat} swears: forehead on the table!",
    "warned": "The dealer raises a finger at {seat:seat}. Next time it costs the wager.",
    "caught": "{seat:seat} breaks the code again and loses {n}{die}.",
    "shot": "Call your shot: what will your first {die} show? 10 to 1 for one more {die}.",
    "shot:decline": "No, thank you",
    **{f"shot:{n}": f"{n}" for n in range(1, 21)},
    "calls_shot": "{seat:seat} calls a {n}, for one more {die}.",
    "shot_hits": "The call was right: {n}{die} for {seat:seat}.",
    "shot_misses": "{seat:seat} called it wrong: a {die} goes to the dealer.",
    "shot_off": "{seat:seat} gets the {die} back: luck alone didn't roll that die.",
    "house_rolls": "The house rolls {dice:items}: {total}.",
    **{f"roll_{code}": "How do you roll?" for code in BY_HAND},
    "roll_1:obey": "Roll with the left hand ✓",
    "roll_1:break": "Roll with the right hand",
    "roll_5:obey": "Roll, finger on nose ✓",
    "roll_5:break": "Roll with both hands",
    "roll_8:obey": "Roll with tiny arms ✓",
    "roll_8:break": "Roll with long arms",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "second_die": "Beginner's luck: {seat:seat} has {dice:items} to choose from.",
    "luck": "The house has {total}. Which one do you take?",
    "luck:first": "The {first}",
    "luck:second": "The {second}",
    "cracks": "{seat:seat}'s {die} leaves the tray.",
    "match": "{seat:seat} matches with {die:item}: {won} won, and {fate:line}.",
    "exceed": "{seat:seat} is higher with {die:item}: {won} won, and {fate:line}.",
    "lower": "{seat:seat} is lower with {die:item}: {fate:line}.",
    "fate:kept": "the {die} comes back",
    "fate:lost": "the {die} is lost",
    "fate:seven": "the hag keeps the 7",
    "why:match:fate:kept": "{dice:items} on the nose, {won:gembones} won",
    "why:match:fate:seven": "{dice:items} on the nose, {won:gembones} won, but the hag keeps the 7",
    "why:exceed:fate:kept": "{dice:items} higher, {won:gembones} won",
    "why:exceed:fate:lost": "{dice:items} higher, traded for {won:gembones}",
    "why:exceed:fate:seven": "{dice:items} higher, {won:gembones} won, but the hag keeps the 7",
    "why:lower:fate:lost": "{dice:items} lower, lost",
    "why:lower:fate:seven": "{dice:items} lower, lost",
    "points:match": "{seat:seat} matches with {die:item}.",
    "points:exceed": "{seat:seat} is higher with {die:item}.",
    "points:lower": "{seat:seat} is lower with {die:item}.",
    "points:wager": "Roll a {die}? You can't lose points.",
    "points:wager:amount": "Roll {n}{die}",
    "points:wagers": "{seat:seat} plays.",
    "points:note:wagers": "in",
    "points:caught": "{seat:seat} breaks the code again, and doesn't roll.",
    "so_close": "So close! Roll another {die}: {total} or more, and you get both back.",
    "so_close:double": "Double or nothing",
    "so_close:decline": "No, thank you",
    "redeem": "Redeem your {die}? Roll another: {total} or more, and you get both back.",
    "redeem:double": "Redeem it",
    "redeem:decline": "No, thank you",
    "pushes": "{seat:seat} rolls {die:item}: enough, both come back.",
    "loses_both": "{seat:seat} rolls {die:item} and loses both.",
    "beginners_luck": "Give up your {won} to roll two dice instead of one in the next {games} games?",
    "beginners_luck:take": "Take the luck",
    "beginners_luck:decline": "No, thank you",
    "takes_luck": "{seat:seat} gives up a match for beginner's luck.",
    "note:passes": "not in this game",
    "note:wagers": "{n}{die}",
    "note:caught": "broke the code",
    "note:verdicts": "{verdicts}",
    "phase:wagers": "Wagers of {die}",
    "phase:house": "The house rolls",
    "phase:rolls": "Against {total}",
    "phase:results": "Results against {total}",
    "result:played": "The house rolled {total}.",
    "result:nothing": "Nobody wagered, so there was no roll.",
    "result:forehead": "Forehead on the table: {seat:seat}.",
    # bargains of a person who deals
    "rail:deal": "Be the dealer",
    "wager:deal": "Deal instead",
    "deals": "{seat:seat} deals for the hag.",
    "deals_already": "Someone else is already dealing.",
    "note:deals": "deals",
    "deal": "Before the rolls: who gets a bargain?",
    "deal_again": "The rolls are settled. Who gets a bargain on one more gembone?",
    **{f"{kind}:done": "No bargain now" for kind in ("deal", "deal_again")},
    **{f"{kind}:who{n}": f"{{who{n}:seat}}" for kind in ("deal", "deal_again") for n in range(MOST_PLAYERS)},
    "deal_roll": "Which of {seat:seat}'s dice?",
    **{f"deal_roll:{n}": f"Die {n}" for n in range(1, MOST_WAGERS + 1)},
    "deal_faces": "Which numbers on the {die} win? Leave at least one out.",
    "deal_odds": "What do you pay if it shows {faces}? Up to {most} to 1.",
    "deal_odds:amount": "{n} to 1",
    "deal_odds:per": "Other odds",
    "deal_per": "For odds like 5 to 2, first choose the second number.",
    "deal_per:amount": "… to {n}",
    "deal_to": "How many to {per}? Up to {most}.",
    "deal_to:amount": "{n} to {per}",
    **{f"deal_{kind}:none": "No bargain" for kind in ("roll", "faces", "odds", "per", "to")},
    "bargain": "{dealer:seat} offers {wins} to {per} on one more {die}, if your die {roll} shows {faces}.",
    "bargain_again": "{dealer:seat} offers {wins} to {per} on one more {die} if it shows {faces}. If not, you lose it.",
    **{f"{kind}:take": "Strike the bargain" for kind in ("bargain", "bargain_again")},
    **{f"{kind}:decline": "No, thank you" for kind in ("bargain", "bargain_again")},
    "declines": "{seat:seat} declines.",
    "strikes": "{seat:seat} strikes a bargain: {wins} to {per} for a {die}, if die {roll} shows {faces}.",
    "strikes_again": "{seat:seat} strikes a bargain: {wins} to {per} for another {die}, if it shows {faces}.",
    "bargain_rolls": "{seat:seat} rolls {die:item} for the bargain.",
    "bargain_won": "{seat:seat} wins the bargain: {won}.",
    "bargain_lost": "{seat:seat} loses the bargain: a {die} goes to the dealer.",
    "bargain_off": "{seat:seat}'s bargain is off: luck alone didn't roll that die.",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""

REASONS = (
    "That's how many husbands I've buried.",
    "My first toad lived that many winters.",
    "It's how many teeth I have left. Don't count them.",
    "A prince once promised me that many kisses, and paid in full.",
    "That many steps lead down to my cellar, and fewer lead up.",
)
"""The dealer's reasons for her number in a match for points; not to be questioned (HH-31)."""
