"""The formats of a tournament: its rounds, its cuts and its final, and the sentences that tell players of them. Pure.

A new format is a class here and its line in `FORMATS`, as long as the rounds played and the standings decide it. For
anything else, such as the losses of each player, `Tournament` has to hand in more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from bot.language import N_, _, ngettext


class Stage(NamedTuple):
    """The next stage of a tournament."""

    kind: Literal["round", "final", "over"]
    cut: tuple[int, ...] = ()
    """The players who are cut before this stage."""


@dataclass(frozen=True)
class Format(ABC):
    """The course of a tournament from the first round to the winner."""

    seats: int
    """Players at a table; the final has no more."""
    rounds: int
    """The number of rounds that the host has chosen, if the format lets them."""

    title: ClassVar[str]
    """The format among the choices of `/tournament open`."""
    takes_rounds: ClassVar[bool] = True
    """The host may choose the number of rounds."""

    def next_stage(self, played: int, active: Sequence[int]) -> Stage:
        """Return the stage after `played` rounds; `active` are the players still in, the best first."""
        return self.stage_of(played, active) if len(active) > 1 else Stage("over")

    @abstractmethod
    def stage_of(self, played: int, active: Sequence[int]) -> Stage:
        """Return the next stage if at least two players are still in."""

    @abstractmethod
    def round_title(self, number: int) -> str:
        """Return the heading of a round on the board."""

    @abstractmethod
    def summary(self, matches: str) -> str:
        """Return the course of the tournament in a sentence; a table plays `matches` in each round."""

    def about_final(self) -> str:
        """Return when there is a final and what it decides; empty in a format without one."""
        return ""


class Rounds(Format):
    """A fixed number of rounds for everyone, then a final of the best."""

    title = N_("Rounds, then a final of the best")

    def stage_of(self, played: int, active: Sequence[int]) -> Stage:
        """Return the next round or the final. A final that would seat everyone again is left out: standings decide."""
        if played < self.rounds:
            return Stage("round")
        if len(active) <= self.seats:
            return Stage("over")
        return Stage("final", tuple(active[self.seats :]))

    def round_title(self, number: int) -> str:
        """Return the number of the round and of all rounds."""
        return _("Round {n} of {most}").format(n=number, most=self.rounds)

    def summary(self, matches: str) -> str:
        """Return the number of rounds, the tables and the final."""
        words = ngettext(
            "One round at tables of {seats}, {matches} each, then a final of the best {seats}.",
            "{n} rounds at tables of {seats}, {matches} each, then a final of the best {seats}.",
            self.rounds,
        )
        return words.format(n=self.rounds, seats=self.seats, matches=matches)

    def about_final(self) -> str:
        """Return that there is one if it seats fewer than all."""
        return _(
            "With more than {seats} players, the best {seats} play a final, and its result decides their places; "
            "a tie there goes to the higher score."
        ).format(seats=self.seats)


class Cut(Format):
    """After each round the better half plays on, until the rest fits at one table: the final."""

    title = N_("After each round, only the better half plays on")
    takes_rounds = False

    def stage_of(self, played: int, active: Sequence[int]) -> Stage:
        """Return the next round or the final, and the players cut before it."""
        keep = max(self.seats, (len(active) + 1) // 2) if played else len(active)
        return Stage("final" if keep <= self.seats else "round", tuple(active[keep:]))

    def round_title(self, number: int) -> str:
        """Return the number of the round; the total isn't known in advance."""
        return _("Round {n}").format(n=number)

    def summary(self, matches: str) -> str:
        """Return the tables and the cut."""
        return _(
            "Tables of {seats}, {matches} a round; after each round the better half plays on, "
            "until the best {seats} play the final."
        ).format(seats=self.seats, matches=matches)

    def about_final(self) -> str:
        """Return when the final is: always at the end."""
        return _(
            "At the end the best {seats} play a final, and its result decides their places; "
            "a tie there goes to the higher score."
        ).format(seats=self.seats)


FORMATS: dict[str, type[Format]] = {"rounds": Rounds, "cut": Cut}
"""The formats, by the key that the settings of a tournament have."""
