"""The data sheet of a game: everything that menus, help, tables and tools need to know of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from games.engine.card_face import CardFace
from games.engine.chance import Chance
from games.engine.errors import BadOptions, RulesBug
from games.engine.prompts import Answer, Clock
from games.engine.result import Departure, Result
from games.engine.scene import OpenAsk, Scene
from games.engine.table import Table


class Options(BaseModel):
    """Options of a game, fixed for a match. Every field is described: menus and help are made from it.

    A combination that makes no sense is refused by a validator that raises `ValueError` with a sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def menu_fields(cls) -> dict[str, FieldInfo]:
        """The options as menus list them: the game's own first, then those that it shares with other games."""
        own = inspect.get_annotations(cls)
        return dict(sorted(cls.model_fields.items(), key=lambda item: item[0] not in own))


def shows(example: str) -> dict[str, Any]:
    """For `json_schema_extra` of an option: one result under this variant, told like a dealer who shows it (GEN-R6)."""
    return {"shows": example}


class Demonstration(NamedTuple):
    """A rule in a sentence, and one result under it."""

    title: str
    rule: str
    example: str


Policy = Callable[[Scene, OpenAsk, Chance], Answer]
"""A computer player: takes what its seat sees and the question, and luck of its own; gives an answer."""


def random_legal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Return any legal answer, each with the same chance: the computer player that every game has."""
    if ask.prompt is None:
        raise RulesBug("a policy was asked a question that it may not see", ask.kind, "its own questions")
    return luck.choice(ask.prompt.legal(luck))


GameCoroutine = Coroutine[Any, Any, Result]
"""A game being played: it is resumed with one reply at a time and returns the result."""

PlayFunction = Callable[[Table, Any], GameCoroutine]


def no_end(options: Any) -> int | None:
    """For games that end by themselves: no time is agreed."""
    return None


def never(options: Any) -> bool:
    """For games that are always played at a table."""
    return False


Money = Literal["pieces", "gembones", "points"]


GUEST = "guest"
"""Key of the policy that plays a guest of the host's, in games that have a seat for one (PTY-R2)."""


class PrivateMatch(NamedTuple):
    """The way in which one member plays a game alone for days, at a place of their own (TD-R10)."""

    options: Mapping[str, Any]
    """The options with which such a place is opened."""
    question: str
    """Kind of the question that stays open for days and allows more each day."""
    expiry: Answer
    """The answer to it that ends the match when its time is up."""
    expires_soon: str
    """The sentence that warns the member before that; `{when}` is the moment."""
    expired: str
    """The sentence by which the member learns that."""
    called_off: str
    """The sentence by which the member learns that an admin has ended the match."""


def nothing_due(carry: Mapping[str, Any], seated: list[int]) -> dict[int, dict[str, int]]:
    """For games that carry no pot: nobody is due anything."""
    return {}


def nobody(carry: Mapping[str, Any]) -> Collection[int]:
    """For games whose pot is only for those who stay."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game's data sheet. `play` takes the table and the options and gives the result."""

    key: str
    title: str
    rulebook: str
    pitch: str
    """What it is, in a dozen words."""
    version: int
    """Number of the rules; a change that replays older journals differently raises it."""
    seats: tuple[int, int]
    complexity: Literal["simple", "medium", "complex"]
    minutes: int
    """About how long one match takes."""
    money: Money
    """What is staked: pieces from a buy-in, gembones wagered one by one, or only points."""
    options: type[Options]
    play: PlayFunction
    words: Mapping[str, str]
    """Templates: of events by kind, of questions by kind, `kind:option` for buttons, `kind:option:hint` for what only
    tables with hints say beside them, `note:`, `phase:`."""
    rules: str
    """The rules in our own words, for `/rules` (Markdown)."""
    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Computer players beside `random`; the first is the one that sits down by default."""
    seats_for: Callable[[Any], tuple[int, int]] | None = None
    """Seat limits under given options, where they differ from `seats`."""
    due: Callable[[Mapping[str, Any], list[int]], dict[int, dict[str, int]]] = nothing_due
    """Who gets a carried pot if the table closes: from the carry and the seats still there (BET-R20)."""
    payers: Callable[[Mapping[str, Any]], Collection[int]] = nobody
    """Seats that have paid into a carried pot and are due their part of it even when they have left (TD-R8)."""
    departs: Callable[[Any, Mapping[str, Any], int, list[int]], Departure] | None = None
    """What it costs to leave between two matches, for games that hold a seat (BB-R6): from options, carry, the seat
    that leaves and those that stay. None: nothing, and the carry stays as it is."""
    ends_after: Callable[[Any], int | None] = no_end
    """Under which options the agreed time is over after so many minutes: then the driver sends that news (ADV-R6)."""
    alone: Callable[[Any], bool] = never
    """Under which options one member plays for days, at a place of their own and not at a table (TD-R10)."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Seconds that questions have at the normal pace, by kind, where a ruling gives others than their clock has."""
    clocks: Mapping[Clock, tuple[float, float]] = field(default_factory=dict)
    """Clocks that a host may set, each with the fewest and the most seconds."""
    patience: int = 1
    """How often in a row a seat may be out of time before it counts as away."""
    drops_out: bool = False
    """Whether players can be out for good while the others play on."""
    money_for: Callable[[Any], Money] | None = None
    """What is staked under given options, where it differs from `money`."""
    example: str = ""
    """One result of the game without variants, told like a dealer who shows it (GEN-R6)."""
    party: Mapping[str, Literal["dealer", "guest"]] = field(default_factory=dict)
    """Options under which a party plays together: against the dealer, or with a guest of the host's (PTY-R1)."""
    private: PrivateMatch | None = None
    """The way in which one member plays it alone, if there is one."""
    remarkable: Collection[str] = ()
    """Kinds of events on which the house has a remark once the match is over (CODE-R6)."""
    shared_win_is_good_form: bool = False
    """True if several first places mean that a winner has shared with a partner, which is good form (CODE-R1)."""
    night_variants: tuple[str, ...] = ()
    """Switches that a Starting Player may add to the game on a night of several games, in the order offered (ADV-06).
    The question to the Starting Player lists them, so a change of this list raises the night's `version`."""
    stake: int = 0
    """Pieces that a newcomer pays in, for games that seats may join while they are played (ADV-R7)."""
    cards: Mapping[str, CardFace] = field(default_factory=dict)
    """The cards of the game by key, in words and signs; no two games may mean different cards by one key."""
    cards_for: Callable[[Any], Mapping[str, CardFace]] | None = None
    """The cards under given options, where they differ from `cards`."""

    def parse_options(self, raw: Mapping[str, Any]) -> Options:
        """Options from plain values. Raises `BadOptions` with a sentence for whoever chose them."""
        if not raw:
            return self._plain
        try:
            return self.options.model_validate(raw)
        except ValidationError as wrong:
            raise BadOptions(self._sentence(wrong)) from wrong

    @cached_property
    def _plain(self) -> Options:
        """The options of a table where nothing was chosen; they are frozen, so all such matches share them."""
        return self.options()

    def limits(self, options: Options) -> tuple[int, int]:
        """The fewest and the most seats under these options."""
        return self.seats_for(options) if self.seats_for else self.seats

    def card_faces(self, options: Options | None) -> Mapping[str, CardFace]:
        """The cards under these options; None for those of a table that has played no match."""
        return self.cards_for(options) if self.cards_for and options is not None else self.cards

    def money_kind(self, options: Any) -> Money:
        """What is staked under these options."""
        return self.money_for(options) if self.money_for else self.money

    def demonstrations(self, options: Any) -> tuple[Demonstration, ...]:
        """What a dealer announces and shows under these options: every variant, or the game as it is (GEN-13, GEN-R6).

        Nothing where the game has no examples.
        """
        variants = []
        for name, option in self.options.model_fields.items():
            extra = option.json_schema_extra
            if isinstance(extra, dict) and "shows" in extra and getattr(options, name) != option.default:
                variants.append(
                    Demonstration(option.title or name, option.description or "", str(extra["shows"]))
                )
        if variants or not self.example:
            return tuple(variants)
        return (Demonstration(self.title, self.pitch, self.example),)

    def _sentence(self, wrong: ValidationError) -> str:
        said = []
        for error in wrong.errors():
            name = ".".join(str(part) for part in error["loc"])
            if error["type"] == "extra_forbidden":
                known = ", ".join(self.options.model_fields)
                said.append(f"{self.title} has no option {name!r}; it has: {known}.")
            elif error["type"] == "value_error":
                said.append(str(error["ctx"]["error"]))
            else:
                said.append(f"Option {name!r}: {error['msg']} (got {error['input']!r}).")
        return " ".join(said)
