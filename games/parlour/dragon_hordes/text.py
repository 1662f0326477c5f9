"""The rules and the words of Dragon Hordes."""

from __future__ import annotations

from collections.abc import Mapping

from games.parlour.dragon_hordes.predictions import PREDICTIONS
from games.parlour.shared.deck import COLORS

RULES = """\
**Eight Horde Cards gather money. Predict the next card of the deck, and theirs is yours.**

The five ranks (Warrior 1, Lady 2, Bard 3, Merchant 4, Rogue 5) and the three Dragons (red, green, blue) are Horde
Cards. Everyone turns up a card and places 1 on its colour's Dragon and 1 on its rank. Then turns go clockwise:

1. Roll two dice.
   - *Doubles*: take the money of all three Dragons; the turn ends. If the Dragons have none, take the money of
     *all* Horde Cards, and the game is over.
   - *Otherwise* place 1 on the Horde Card of each number; for a 6, on a Dragon of your choice.
2. Predict or pass. Name a colour, a rank, or both; then turn up the next card.
   - *One named*: right, and you take that Horde Card's money; wrong, and you place 1 there.
   - *Both named, both right*: you take both. *One right*: you take half of that one, rounded down, and its other half
     moves to the card that was wrong. *None right*: you place 1 on each.

A Horde Card without money can't be predicted. There's no ante, no betting and no pot. The game ends when no Horde Card
has money, or when one seat is left, which takes everything. To roll you need 2; with less you're out, and keep what
you have. Instead of rolling you may leave the game with what you have, until the next one begins.

**Variant.** *Double Double*: take the Dragons' money by doubles and you go again.

**Example.** Blue holds 7, Merchant 10. Sam predicts a blue Merchant; a blue Rogue comes. Sam takes 3, half of 7; the
other 4 move to the Merchant, which holds 14.
"""

WORDS: Mapping[str, str] = {
    "starts": "{seat:seat} is the Starting Player.",
    "sits_out": "{seat:seat} has less than 2 and sits out.",
    "remains": "The {n} in the pot wait for the next game with one.",
    "reveals": "{seat:seat} turns up {card:item}.",
    "reshuffled": "The revealed cards are shuffled into a new deck.",
    "places": "{seat:seat} places 1 on {cards:listed}.",
    "rolls": "{seat:seat} rolls {dice:items}.",
    "takes_dragons": "Doubles: {seat:seat} takes {n} from the Dragons.",
    "takes_all": "Doubles, and the Dragons are bare: {seat:seat} sweeps the table for {n}!",
    "predicts": "{seat:seat} predicts {what}.",
    "passes": "{seat:seat} passes.",
    "right": "Right: {seat:seat} takes {n}.",
    "half_right": "Half right: {seat:seat} takes {n}, the other half moves.",
    "wrong": "Wrong: {seat:seat} places {n}.",
    "runs_out": "{seat:seat} has run out and leaves the game.",
    "lends": "{seat:seat} lends {borrower:seat} {n}.",
    "last": "{seat:seat} is the last one left and takes {n}.",
    "showdown": "The game is over.",
    "phase:turn": "{seat:seat}'s turn",
    "phase:over": "Over",
    "note:sits_out": "sits out",
    "note:passes": "passed",
    "note:predicted": "predicted {what}: {n}",
    "note:out": "out of the game",
    "roll": "Your turn: roll the dice.",
    "roll:roll": "Roll",
    "roll:leave": "Stop with {money}",
    "roll:leave?": "Stop and keep your {money}? What you've placed stays, and you sit out until the next game.",
    "leaves_game": "{seat:seat} leaves the game with {n}.",
    "dragon": "You rolled a 6: which Dragon gets 1?",
    **{f"dragon:{color}": color.capitalize() for color in COLORS},
    "predict": "Predict the next card, or pass. If you're right, that horde is yours; if not, you add 1 to it.",
    "predict:pass": "Pass",
    **{f"predict:{key}": f"{each.name}, for {{{key}_n}}" for key, each in PREDICTIONS.items()},
    **{f"predict:{key}:hint": f"{{{key}}} of {{left}} cards fit" for key in PREDICTIONS},
    "loan": "You have {money}. Borrow {n} from the richest player?",
    "loan:no": "No",
    "loan:yes": "Borrow {n}",
    "result:not_played": "No game: fewer than two players have 2 or more.",
    "ending:win": "{who:seats} makes the most of the hordes: +{n}",
    "ending:tie": "{who:seats} make the same from the hordes: {n} each",
    "result:gains": "The biggest gain, {n}: {who:seats}",
    "result:next": "{seat:seat} starts the next game.",
    "why:moved": "took {took}, placed {placed}",
    "you:won": "You won {n:gembones}: you {mine:line}.",
    "you:tied": "You tied with {others:seats}: you {mine:line}. That makes {n:gembones} for you.",
    "you:placed": "You won {n:gembones} and came {place} of {count}: you {mine:line}. {who:seats} {theirs:line}.",
    "you:lost": "You lost {n:gembones}: you {mine:line}. {who:seats} {theirs:line}.",
    "you:lost_to_tie": "You lost {n:gembones}: you {mine:line}. {who:seats} came out on top.",
    "you:even": "You broke even: you {mine:line}. {who:seats} {theirs:line}.",
    "you:first": "You won: you {mine:line}.",
    "you:shared": "You share the win with {others:seats}: you {mine:line}.",
    "why:sat_out": "sat out",
    "why:not_played": "not played",
}
