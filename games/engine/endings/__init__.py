"""The ending of a match, or of one game of a night: its headline, how loud it is told, and each seat's own sentence.

A `Result` says who gets what, and why; it is made by the rules and kept in the journal. How that is told is no rule:
it follows from the result, the events and the game's data sheet, and so it may change without changing a match. The
sheet has four parts for it, none of which a game needs:

- `Game.feats`: what is worth a shout, each with a headline in the words, `feat:<key>`. The first that happened is told.
- `Game.seat_reasons`: reasons of seats, worked out from the events, in place of those of the result.
- `Game.reasons`: lines that explain the result beyond the reason of each seat.
- `Game.highlights`: what decided it, in place of what a search of the events finds (`highlights`).
- words: `ending:<degree>`, a headline in place of the result's own; `you:<kind>`, a seat's own sentence (`WORDS` has
  those of the engine). Values in both: `{who:seats}` won, `{n}` is an amount, `{mine:line}` and `{theirs:line}` are
  the reasons of the seat and of the winner, `{place}` is a place such as `3rd` of `{count}`.

Two degrees need no words of a game: `broke`, from the stakes, and `comeback`, where the game has told how far each seat
was, step by step (`Table.standing`).
"""
