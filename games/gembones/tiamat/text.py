"""Tiamat in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

from games.gembones.tiamat.side_bets import TIPS

RULES = """\
**Five cards, five colours. Gather one dragon, or all five of Tiamat's heads, and be the last one alive.**

1. Everyone antes a g100, which also counts your ten lives, and rolls it: the highest deals first.
   The counter shows tens: 70 is a life of seven, 00 is ten.
2. Five cards each, from ten of each of five colours. Everyone swaps up to four at the same time.
3. Everyone reveals. The best combination damages everyone else, and your own hand blocks as much as it's worth.

| Combination | Cards | Damage |
|---|---|---|
| Tiamat | one of each colour | 5, and nothing blocks it |
| Ancient Dragon | five of a colour | 5 |
| Adult Dragon | four | 4 |
| Young Dragon | three | 3 |
| Dragon Wyrmling | two | 2 |

Players who tie for the best don't hurt each other, and hurt everyone else once. A tied player with a second pair does
2 to the tied players without one. Two Tiamats hurt each other too.

With no life left you're out, and your g100 stays in the hoard. The next player on the left deals. The last one alive
takes the hoard. If everyone goes down at once, they all come back with one life each.

**Variants.** *Bahamut*: two teams of two, Chromatic and Metallic (brass for green, gold for red, bronze for blue,
copper for black, silver for white), who sit in turn. Partners never hurt each other. If both are alive when both
opponents are out they split the hoard; a lone survivor takes it all. On the Metallic side one of each colour is called
Bahamut. *Dracolich*: buy back in with another g100 and ten lives, right after the hand that knocked you out, up to
three times; but not if Tiamat ends the game. *Dueling Dragons*: if the last two tie without damage and both agree,
their dragons fight, with ten hit points for each point of damage of the tied hand. Choose in secret: *claw* 2g6, which
a soaring dragon dodges; *breath* 3g6, which always hits and must recharge (5 or 6 on a g6 after each later round);
*soar*, which recharges and does 1g6 to a dragon that isn't soaring. The winner takes the hoard. Spectators may bet on a
duel until the first blows: those who are right share what the others bet. The house tips both duellists a g4, once a
day.

Played for points, one game decides (a long match: the first to win three of five, and tied leaders play on alone).

**Example.** Ann has four reds, an Adult Dragon; Bob three blues, Cid a pair. Bob loses 4 − 3 = 1, Cid 4 − 2 = 2.
"""

WORDS: Mapping[str, str] = {
    "stake": "Ante a g100? The last one standing takes them all.",
    "rolls": "{seat:seat} rolls {dice:items} for the deal.",
    "discard": "Swap up to {most} cards.",
    "discard:none": "Keep all",
    "worth": "Your hand: {what:line}, {n} damage.",
    "discards": "{seat:seat} swaps {n}.",
    "keeps_all": "{seat:seat} keeps all cards.",
    "reveals": "{seat:seat}: {what:line} ({cards:items}).",
    "hurt": "{seat:seat} loses {n} and has {life} left.",
    "no_damage": "A tie: nobody's hurt.",
    "all_out": "Everyone goes down at once! {seats:seats} come back with one life each.",
    "out": "{seat:seat} is out.",
    "buy_back": "You're out. Pay another g100 for ten new lives?",
    "buy_back:buy": "Buy back in (a g100)",
    "points:stake": "Next hand? You can't lose points.",
    "points:stake:stake": "Play",
    "points:buy_back": "You're out. Come back with ten new lives?",
    "points:buy_back:buy": "Come back",
    "points:result:nothing": "Fewer than two wanted to play, so there was no game.",
    "buy_back:pass": "Stay out",
    "buys_back": "{seat:seat} rises again, with ten lives.",
    "wins": "{seat:seat} is the last one standing.",
    "note:out": "out",
    "phase:hand": "{dealer:seat} deals",
    "why": "alive",
    "why:out": "out",
    "you:won": "You won {n:gembones}: you're the last one alive.",
    "you:lost": "You lost {n:gembones}: {who:seats} outlived you.",
    "you:lost_to_tie": "You lost {n:gembones}: {who:seats} outlived you.",
    "you:first": "You won: {mine:line}.",
    "result:won": "The hoard goes to {seats:seats}.",
    "result:team": "The hoard is split between {seats:seats}.",
    "result:share": "It's good form to share the hoard with {seat:seat}, who fell for it.",
    "result:tips": "The house tips both duellists a g4, once a day.",
    "result:nothing": "Fewer than two anted a g100, so there was no game.",
    # duels
    "duel": "A tie! Do your dragons fight it out? The winner takes the hoard.",
    "duel:fight": "Fight it out",
    "duel:decline": "No, play the next hand",
    "showdown_of_dragons": "The house announces a showdown of dragons: {seats:seats}, {points} hit points each, "
    "in a ruin {long} by {wide} by {high} feet that no dragon can leave!",
    "duel_move": "Your dragon has {own} hit points, the other has {foe}. What does yours do?",
    "duel_move:claw": "Claw (2g6)",
    "duel_move:breath": "Breath (3g6)",
    "duel_move:soar": "Soar and dive (1g6)",
    "strikes": "{seat:seat}: {move}, {n} damage.",
    "hit_points": "{seat:seat} has {n} hit points left.",
    "charges": "{seat:seat}'s breath is charged again.",
    "breaks_tie": "{seat:seat} rolls {dice:items} for the last blow.",
    "duel_won": "{seat:seat} wins the duel.",
    "note:duel": "{n} hit points",
    "phase:duel": "Duel, round {n}",
    # side bets on duels
    "rail:bets": "Bet on the duel",
    "bets": "Bets are taken.",
    "bets:close": "No more bets",
    "bets_open": "Spectators may bet until the first blows.",
    "side": "Who wins the duel? Get it right and you share what the others bet.",
    "side:one": "{one:seat}",
    "side:other": "{other:seat}",
    "side:pass": "No bet",
    "wager": "How many pieces on {on:seat}?",
    "wager:amount": "Bet {n}",
    "wager:pass": "No bet",
    "bets_on": "{seat:seat} bets {n} on {on:seat}.",
    "bets_back": "Nobody took the other side, so all bets go back.",
    "tip": "You win {n} pieces. A tip for {duellist:seat}, who won them?",
    **{f"tip:{size}": f"Give {size}" for size in TIPS},
    "tip:pass": "No tip",
    "tips": "{seat:seat} tips {duellist:seat} {size}.",
    "why:bet": "bet {n} on {on:seat}",
}
"""`<kind>` of an ask, event, note, phase or result to its sentence."""
