"""The rules and the words of Adventurer's Choice."""

from __future__ import annotations

from collections.abc import Mapping

from games.parlour.adventurers_choice.games import TERM_WORDS

RULES = """\
**An evening of the other nine games: whoever starts chooses which, and who runs low borrows from the richest.**

1. Everybody begins with 50. The Starting Player chooses a game, its variants, how ties are split, and whether it is
   played with Betting Rounds or for shares.
2. The game is played with the money of the night.
3. The next player clockwise is Starting Player.
4. Before the next game, everybody with fewer than 25 may borrow 25 from whoever holds most and has that much; the
   lender can't decline. The lender takes a Loan Marker, the borrower a Debt Marker. Markers can't be bet and don't
   count as money.

A round is over when each has been Starting Player once. The night ends after the agreed rounds, or with the game in
which time is up. Nobody is ever out: without money for a game you sit it out, and still choose when it is your turn.
Newcomers join between two games with 50; who leaves can't win, and is paid with all others at the end.

**Score.** Money, and 25 more for each Loan Marker, 25 less for each Debt Marker. The best score wins the night.

**Payout.** Debtors pay back 25 a Debt Marker as far as their money goes; that is divided evenly among the Loan Markers.
Everybody then takes what they hold.

**Example.** Ann ends with 95 and a Loan Marker, Bob with 40, Cid with 15 and a Debt Marker. Scores: 120, 40, -10; Ann
wins. Cid can pay back only 15, so they take home 110, 40 and nothing.

**Loans in a game.** Only in Dragon Hordes: who runs out there may borrow at once.
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
    "given_out": "{seat:seat} gets {n} of what was left in the pot.",
    "phase:choosing": "{seat:seat} chooses the next game",
    "phase:loans": "Loans",
    "phase:over": "The night is over",
    "head:rounds": "round {n} of {of}",
    "head:time": "round {n}, until time is up",
    "head:lent": "{seat:seat}: Loan Markers {n}",
    "head:owed": "{seat:seat}: Debt Markers {n}",
    "loan": "You have {money}. Borrow {n} from the richest?",
    "loan:no": "No loan",
    "loan:yes": "Borrow {n}",
    "game": "You are the Starting Player. Which game is next?",
    "terms": "{title}: play it so, or add something?",
    "terms:play": "Play",
    "result:wins": "{who:seats} wins the night with a score of {n}",
    "result:shared": "{who:seats} share the win with a score of {n} each",
    "result:nobody": "Everybody has left the night",
    "result:paid": "Debts were paid back as far as money went, {n} a marker.",
    "why:plain": "score {n}",
    "why:marked": "score {n}: {held} in money, Loan Markers {lent}, Debt Markers {owed}",
    "why:left": "left the night with {held} in money, Loan Markers {lent}, Debt Markers {owed}",
}
