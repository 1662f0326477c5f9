"""Tournaments: rounds of tables, standings, a final, a crown. Without a word of Discord.

Theory of operation
-------------------
    Tournaments     opens tournaments, finds them, takes them up again after a stop (`service`)
    Tournament      one of them: entries, the host's commands, and what follows by itself
    seating         the tables of a round; pure, by a published method, with tests of its properties
    scoring         what a match counts, and the standings; pure
    formats         a class for each format: the next round, the cut, the final, the end; pure
    prizes          the pot by places; pure, from `points_and_prizes.toml`
    results         the matches of a round's table, counted from the journal and its outcomes
    money           entries, prizes and stakes that go back, as transfers of the ledger
    Venue           the border to those who show it and open channels for its tables

A tournament goes through phases: `open` to entries, `gathering` the players of a round, `playing` it, and again, until
it has `ended` or is called `off`. All of that is rows; an object holds no more than timers. `Tournament.follow_soon`
looks at the rows and at the tables, takes the step that is due, saves it, and looks again. So it may be called at any
moment and by anyone: when a match has ended, when a player says that they are there, when time is up, when the bot
starts. Once a step is saved it is not due any more, and a step that was not saved is taken again. A match counts once,
since its number is kept with its scores.

The tables are tables like any other (`bot.tables`), opened in threads where that can be. Their settings name the
tournament (`TournamentTable`), and refuse what a host decides at other tables. Their matches are for fun: what the
players put up is held in escrows of their own, and paid out by places when the tournament ends.
"""

from cogs.tournaments.service import Tournaments
from cogs.tournaments.tournament import Tournament
from cogs.tournaments.venue import NullVenue, Spot, Venue

__all__ = ["NullVenue", "Spot", "Tournament", "Tournaments", "Venue"]
