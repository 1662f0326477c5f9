"""The sources of one match's luck: its seed, the word of each seat, and the number of a public beacon.

The words of a match are closed when Start is pressed. A seat has at most one word. The words of computer players and of
people who run the bot come from the seed: nobody with access to the seed chooses a word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field

from bot.language import N_
from db import seed_chain
from games.engine.chance import Seed

DRAWN_DIGITS = 8
"""Hexadecimal digits of a word that comes from the seed."""


class SeatWord(BaseModel):
    """The word of one seat. `drawn`: it comes from the seed, for a computer player or a person who runs the bot."""

    model_config = ConfigDict(frozen=True)

    seat: int
    word: str
    drawn: bool = False


class BeaconRound(BaseModel):
    """A round of a public beacon. `randomness` is empty if the beacon did not answer in time."""

    model_config = ConfigDict(frozen=True)

    chain: str
    round: int
    due: float
    randomness: str = ""
    signature: str = ""


class Beacon(Protocol):
    """A public beacon, whose next numbers nobody can know."""

    def next_round(self) -> BeaconRound:
        """Return the first round that is far enough in the future to be announced."""

    async def fetch(self, announced: BeaconRound) -> BeaconRound:
        """Wait for a round and return it with its randomness, or without if the beacon does not answer in time."""


class Deal(BaseModel):
    """The sources of a match's luck, as its header stores them. `index` counts the table's matches from 1."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    index: int
    length: int
    words: tuple[SeatWord, ...] = ()
    run_by: tuple[int, ...] = ()
    """The seats of people who run the bot."""
    members: dict[int, int] = Field(default_factory=dict)
    """The purse account of the member in each seat; left out of exports."""
    beacon: BeaconRound | None = None

    @property
    def all_words(self) -> tuple[str, ...]:
        """All words that the luck depends on, in order: those of the seats, then the beacon's number."""
        last = (self.beacon.randomness,) if self.beacon is not None and self.beacon.randomness else ()
        return (*(word.word for word in self.words), *last)

    def with_round(self, beacon: BeaconRound) -> Deal:
        """Return the same deal with a round of a public beacon."""
        return self.model_copy(update={"beacon": beacon})

    def seed(self, secret: str) -> Seed:
        """Return the seed that the rules draw from."""
        return Seed(seed_chain.match_seed(secret, self.index), self.index, self.all_words)


class DealtSeat(NamedTuple):
    """A seat of a match that begins. `word` is empty if its member gave none."""

    number: int
    member: int | None
    word: str
    runs_bot: bool


def close_words(secret: str, index: int, length: int, seats: Iterable[DealtSeat]) -> Deal:
    """Close the words of match number `index`, in the order of the seats."""
    seats = sorted(seats)
    seed = seed_chain.match_seed(secret, index)
    words = []
    for seat in seats:
        if seat.member is None or seat.runs_bot:
            words.append(SeatWord(seat=seat.number, word=drawn_word(seed, seat.number), drawn=True))
        elif seat.word:
            words.append(SeatWord(seat=seat.number, word=seat.word))
    return Deal(
        index=index,
        length=length,
        words=tuple(words),
        run_by=tuple(seat.number for seat in seats if seat.runs_bot),
        members={seat.number: seat.member for seat in seats if seat.member is not None},
    )


def drawn_word(seed: str, seat: int) -> str:
    """Return the word that the seed gives a seat."""
    return seed_chain.sha256(f"{seed} word {seat}")[:DRAWN_DIGITS]


def deal_of(header: Mapping[str, Any]) -> Deal | None:
    """Return the deal of a recorded match; None for a match of an older version."""
    luck = header.get("luck")
    return None if luck is None else Deal.model_validate(luck)


def clean_fingerprint(noted: str) -> str:
    """Return a fingerprint that a member noted, without spaces and in small letters.

    Raises `ValueError` with a sentence if it is not a fingerprint, or too short to prove anything.
    """
    digits = "".join(noted.split()).strip("`…").lower()
    if not 16 <= len(digits) <= 64 or any(digit not in "0123456789abcdef" for digit in digits):
        raise ValueError(
            N_(
                "A fingerprint has 16 to 64 digits, each 0 to 9 or a to f. The table's lobby shows the first 16."
            )
        )
    return digits
