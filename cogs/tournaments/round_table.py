"""The tables of a tournament's rounds: it decides about their seats and their matches."""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import BaseModel, Field

from bot.language import N_, _
from bot.tables.kinds import TableKind
from bot.user_errors import UserError


class TournamentTable(BaseModel):
    """The part of a tournament that a table plays."""

    tournament: int
    board: int
    """The channel with the tournament's board."""
    round: int
    number: int
    final: bool = False
    chairs: int
    """Seats to be filled, with computer players where there are fewer entrants."""
    entrants: list[int] = Field(default_factory=list)
    """The Discord ids of the members who may sit down."""

    @property
    def key(self) -> tuple[int, int, int]:
        """The numbers of its tournament, its round and the table itself, which no other table has."""
        return self.tournament, self.round, self.number


class RoundTable(TableKind):
    """A table of a tournament, whose players have put up their money when they entered."""

    hosted: ClassVar[bool] = False
    stakes_words: ClassVar[str] = N_("a table of a tournament, for points or chips")

    tournament: TournamentTable

    @property
    def chairs(self) -> int:
        """The seats to be filled."""
        return self.tournament.chairs

    def check_hosted(self) -> None:
        """Refuse everything that the tournament decides."""
        raise UserError("tournament_table", channel=f"<#{self.tournament.board}>")

    def check_seat(self, user_id: int) -> None:
        """Refuse a seat to everyone but the entrants of this table."""
        if user_id not in self.tournament.entrants:
            raise UserError("tournament_seats", channel=f"<#{self.tournament.board}>")

    def standing_line(self, gather_until: float | None) -> str:
        """Return the line that says which table of a tournament it is, and when it plays on."""
        own = self.tournament
        line = (
            _("The final of the tournament in {channel}.")
            if own.final
            else _("Round {round}, table {table} of the tournament in {channel}.")
        )
        line = line.format(round=own.round, table=own.number, channel=f"<#{own.board}>")
        if gather_until is not None:
            line += " " + _("The next match starts <t:{due}:R>.").format(due=int(gather_until))
        return line

    def without_people(self) -> Self:
        """Return the kind without its entrants."""
        return self.model_copy(update={"tournament": self.tournament.model_copy(update={"entrants": []})})
