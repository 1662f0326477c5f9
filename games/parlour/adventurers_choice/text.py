"""The rules and the words of Adventurer's Choice."""

from __future__ import annotations

from collections.abc import Mapping

from games.parlour.adventurers_choice.games import TERM_WORDS

RULES = """\
**An evening of the other nine games: the Starting Player picks each one, and players who run low borrow from the
richest.**

1. Everyone begins with 50. The Starting Player chooses a game, its variants, how to split ties, and whether you play
   with Betting Rounds or for shares.
2. You play it with the money of the night.
3. The next player clockwise is Starting Player.
4. Before the next game, anyone with fewer than 25 may borrow 25 from the richest player who has that much; the lender
   can't decline. The lender takes a Loan Marker, the borrower a Debt Marker. You can't bet markers, and they aren't
   money.

A round is over when each has been Starting Player once. The night ends after the agreed rounds, or with the game in
which time runs out. Nobody is ever out: without money for a game you sit it out, and you still choose on your turn.
Newcomers join between two games with 50. If you leave you can't win, and you're paid with everyone else at the end.

**Score.** Money, and 25 more for each Loan Marker, 25 less for each Debt Marker. The best score wins the night.

**Payout.** Debtors pay back 25 a Debt Marker as far as their money goes; split evenly among the Loan Markers.
Then everyone takes home what they hold.

**Example.** Ann ends with 95 and a Loan Marker, Bob with 40, Cid with 15 and a Debt Marker. Scores: 120, 40, -10; Ann
wins. Cid can pay back only 15, so they take home 110, 40 and nothing.

**Loans in a game.** Only in Dragon Hordes: a player who runs out may borrow at once.
"""

WORDS: Mapping[str, str] = {
    **TERM_WORDS,
    "joins": "{seat:seat} joins the night with {n}.",
    "lends": "{seat:seat} lends {borrower:seat} {n}.",
    "chooses": "{seat:seat} chooses {title}.",
    "game_over": "{title}: {headline:line}.",
    "phase:game_over": "{title} is over",
    "next": "Seen it? The next game follows.",
    "next:next": "Next",
    "given_out": "{seat:seat} gets {n} of the leftover pot.",
    "phase:choosing": "{seat:seat} chooses the next game",
    "phase:loans": "Loans",
    "phase:over": "The night is over",
    "head:rounds": "round {n} of {of}",
    "head:time": "round {n}, until time runs out",
    "head:lent": "{seat:seat}: Loan Markers {n}",
    "head:owed": "{seat:seat}: Debt Markers {n}",
    "loan": "You have {money}. Borrow {n} from the richest player?",
    "loan:no": "No loan",
    "loan:yes": "Borrow {n}",
    "game": "You're the Starting Player. Which game is next?",
    "terms": "Play {title} as it is, or add a twist?",
    "terms:play": "Play",
    "terms:back": "Another game",
    "picks": "{seat:seat} picks {title}.",
    "picks_again": "{seat:seat} picks again.",
    "note:picks": "picked {title}",
    "note:picks_again": "picks again",
    "result:wins": "{who:seats} wins the night with a score of {n}",
    "result:shared": "{who:seats} share the win with a score of {n} each",
    "result:nobody": "Everyone has left the night",
    "result:paid": "Debtors paid back what they could, {n} a marker.",
    "why:plain": "score {n}",
    "why:marked": "score {n}: {held} in money, Loan Markers {lent}, Debt Markers {owed}",
    "why:left": "left the night with {held} in money, Loan Markers {lent}, Debt Markers {owed}",
}
