"""A game: its data sheet, from which menus, help, tables and tools are made, and the methods it may override."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.errors import BadChoice, BadOptions, RulesBug, Sentence
from games.engine.prompts import Answer, Clock
from games.engine.result import Departure, Result
from games.engine.scene import CardFace, Highlights, Line, OpenAsk, Scene
from games.engine.table import Table


class Options(BaseModel):
    """Options of a game, fixed for a match. Every field is described: menus and help are made from it.

    A combination that makes no sense is refused by a validator that raises `ValueError` with a sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def ranked(self) -> bool:
        """True if results under these options count on the leaderboards."""
        return True

    @classmethod
    def menu_fields(cls) -> dict[str, FieldInfo]:
        """Return the options as menus list them: the game's own first, then those that other games share."""
        own = inspect.get_annotations(cls)
        return dict(sorted(cls.model_fields.items(), key=lambda item: item[0] not in own))


def option(
    default: Any,
    title: str,
    description: str,
    *,
    ge: int | None = None,
    le: int | None = None,
    offered: Sequence[int] = (),
    shows: str = "",
) -> Any:
    """Return a field of `Options`: `rounds: int = option(1, "Rounds", "How many rounds you play.", ge=1, le=10)`.

    `ge`, `le`: the least and the greatest number. `offered`: the numbers that a menu offers, where they are too many.
    `shows`: one result under this option, told as a dealer would; tables announce and show it (GEN-R6).
    """
    extra: dict[str, Any] = {
        name: each for name, each in (("offered", list(offered)), ("shows", shows)) if each
    }
    return Field(default, ge=ge, le=le, title=title, description=description, json_schema_extra=extra or None)


def variant(title: str, description: str, *, shows: str = "") -> Any:
    """Return a field of `Options` that is a switch, off by default: `foo: bool = variant("Foo", "Foo counts.")`.

    `shows`: one result under this variant, told as a dealer would; tables announce and show it (GEN-R6).
    """
    return option(False, title, description, shows=shows)


class Demonstration(NamedTuple):
    """A rule in a sentence, and one result under it."""

    title: str
    rule: str
    example: str


Policy = Callable[[Scene, OpenAsk, Chance], Answer]
"""A computer player: it takes its seat's scene, the question and luck of its own, and returns an answer."""


@runtime_checkable
class Tempered(Protocol):
    """A computer player that knows tempers: the same strength, played in another manner."""

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it plays."""

    def tempered(self, temper: str) -> Policy:
        """Return the same player with a temper."""


def random_legal(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Return any legal answer, each with the same chance: the computer player that every game has."""
    if ask.prompt is None:
        raise RulesBug("a policy was asked a question that it may not see", ask.kind, "its own questions")
    return luck.choice(ask.prompt.legal(luck))


GameCoroutine = Coroutine[Any, Any, Result]
"""A game being played: it is resumed with one reply at a time and returns the result."""

Money = Literal["pieces", "gembones", "points"]


GUEST = "guest"
"""Key of the policy that plays a guest of the host's, in games that have a seat for one (PTY-R2)."""


STRENGTHS: Mapping[str, str] = {"newcomer": "Newcomer", "regular": "Regular", "shark": "Shark"}
"""Strengths of computer players, the weakest first: keys on data sheets and in the store, and the words for people."""
REGULAR = "regular"
"""The strength of a computer player where nobody has chosen another."""
RANDOM = "random"
"""The name of `random_legal`, the only computer player of a game whose data sheet has none."""


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a game, its rules, and the words for everything that happens in it."""

    title: str = ""
    pitch: str = ""
    """The game in a dozen words."""
    suits: str = ""
    """The players it suits, in half a dozen words for lists of games: `two cards, one good lie`."""
    first_game: str = ""
    """The reason why it is a good first game for a newcomer; empty for nearly all games."""
    example: str = ""
    """One result of the game without variants, told like a dealer who shows it (GEN-R6)."""
    rules: str = ""
    """The rules in our own words, for `/rules` (Markdown)."""
    words: Mapping[str, str] = {}
    """Templates by key. `kind`: an event, or a question. `kind@default`: the question where its default is that answer.
    `kind:option`: a button; `kind:option:hint`: shown beside it at tables with hints; `kind:option?`: asked once more
    before it counts. `note:kind`, `badge:kind`, `phase:kind`, `rail:kind`: a note of a seat, what the seat is,
    the part of the game, an invitation."""


class Odds(NamedTuple):
    """The chance of an event, or the mean of an amount.

    `name`: the event in words. `value`: exact under the options that were asked about, or None if it is not counted.
    `per`: empty for a chance; else the unit of `value`, such as wagers. `counted`: True if the value is a number of
    things, False if it is a gain, which is shown with its sign. `uncounted`: the variant with which it is not counted.
    """

    name: str
    value: Fraction | None
    per: str = ""
    counted: bool = False
    uncounted: str = ""


class PrivateMatch(NamedTuple):
    """The way in which one member plays a game alone for days, at a place of their own (TD-R10)."""

    options: Mapping[str, Any]
    """The options with which such a place is opened."""
    question: str
    """The kind of the question that stays open for days, and allows more answers each day."""
    expiry: Answer
    """The answer to it that ends the match when its time is up."""
    expires_soon: str
    """The sentence that warns the member before that; `{when}` is the moment."""
    expired: str
    """The sentence by which the member learns that."""
    called_off: str
    """The sentence by which the member learns that an admin has ended the match."""


class Game(ABC):
    """A game: its data sheet, and what the house asks of it. Write a subclass with `play` and register an instance.

    Every method but `play` has a default that suits most games, so a game overrides only what it does in another way.
    `options` in their arguments are the game's own, an instance of `Game.options`.
    """

    key: str
    texts: Texts
    """Everything that people read of it: title, rules, words. `games.texts` reads them from a file beside the game."""
    rulebook: str
    version: int = 1
    """Number of the rules; a change that replays older journals differently raises it."""
    seats: tuple[int, int]
    """The fewest and the most seats under any options; `limits` tells those under given ones."""
    complexity: Literal["simple", "medium", "complex"]
    minutes: int
    """About how long one match takes."""
    minutes_by_seats: Mapping[int, int] = {}
    """The minutes for some numbers of seats, the fewest first, where they differ much from `minutes`."""
    money: Money
    """The stakes: pieces from a buy-in, gembones wagered one by one, or only points."""
    stake: int = 0
    """Pieces that a newcomer pays in, for games that seats may join while they are played (ADV-R7)."""
    big: int = 50
    """The gain in pieces from which a win is told as a big one."""
    options: type[Options] = Options
    policies: Mapping[str, Policy] = {}
    """Computer players by strength (`STRENGTHS`), at least the regular; and that of a guest, under `GUEST`."""
    cards: Mapping[str, CardFace] = {}
    """The cards of the game by key, in words and signs; no two games may mean different cards by one key."""
    theme: str = "parlour"
    """The look of its table, by the name that the drawings give it."""
    emblem: tuple[str, ...] = ()
    """One to three of its cards or dice, which stand for it on the picture of a table that gathers."""
    feats: tuple[Feat, ...] = ()
    """What is worth a shout at the end, the rarest first (`games.engine.endings`)."""
    remarkable: Collection[str] = ()
    """Kinds of events on which the house has a remark once the match is over (CODE-R6)."""
    rated_after: int | None = None
    """Matches after which the better play shows in what was won; None for games in which luck has the last word."""
    crowned: bool = False
    """True if a match is many games in one, a night, whose first place is a crown on the leaderboards."""
    drops_out: bool = False
    """True if players can be out for good while the others play on."""
    shared_win_is_good_form: bool = False
    """True if several first places mean that a winner has shared with a partner, which is good form (CODE-R1)."""
    seconds: Mapping[str, float] = {}
    """Seconds to answer a question at the normal pace, by its kind, where a ruling overrides its clock."""
    clocks: Mapping[Clock, tuple[float, float]] = {}
    """The clocks that a host may set, each with its minimum and maximum in seconds."""
    patience: int = 3
    """The number of questions in a row that a seat may miss before it counts as away."""
    public_carry: Collection[str] = ()
    """Public keys of the carry. A match that carries anything else over stays sealed until its table closes."""
    night_variants: tuple[str, ...] = ()
    """Switches that a Starting Player may add to the game on a night of several games, in the order offered (ADV-06).
    The question to the Starting Player lists them, so a change of this list raises the night's `version`."""
    party: Mapping[str, Literal["dealer", "guest"]] = {}
    """Options under which a party plays together: against the dealer, or with a guest of the host's (PTY-R1)."""
    private: PrivateMatch | None = None
    """The way in which one member plays it alone, if there is one."""

    def __init__(self) -> None:
        missing = [name for name in inspect.get_annotations(Game) if not hasattr(self, name)]
        if missing:
            raise TypeError(f"the data sheet {type(self).__name__} lacks {', '.join(missing)}")

    # ---- what a game may do in its own way

    @abstractmethod
    def play(self, table: Table, options: Any) -> GameCoroutine:
        """Play one match and return its result: `async def play(self, table, options) -> Result`."""

    def ante(self, options: Any) -> Mapping[str, int]:
        """Return what a seat must put up to play at all, in gembones or pieces; nothing where it chooses how much."""
        return {}

    def pays_unasked(self, options: Any) -> Mapping[str, int]:
        """Return the most that a seat may have to pay without an answer of its own: the ante, unless there is more."""
        return self.ante(options)

    def limits(self, options: Any) -> tuple[int, int]:
        """Return the fewest and the most seats under these options."""
        return self.seats

    def money_kind(self, options: Any) -> Money:
        """Return the kind of stakes under these options."""
        return self.money

    def card_faces(self, options: Any) -> Mapping[str, CardFace]:
        """Return the cards under these options; None stands for a table that has played no match."""
        return self.cards

    def ends_after(self, options: Any) -> int | None:
        """Return the minutes after which the agreed time is over, if one is agreed (ADV-R6)."""
        return None

    def alone(self, options: Any) -> bool:
        """Return True if one member plays this for days at a place of their own, not at a table (TD-R10)."""
        return False

    def generous(self, options: Any, base: str) -> Collection[str]:
        """Return the titles of chosen options by which players would win from the house at will.

        A host may use them only if an admin has allowed it (RG-R2, SPOT-R7). `base`: that of the table's gembones.
        """
        return ()

    def departs(
        self, options: Any, carry: Mapping[str, Any], seat: int, staying: list[int]
    ) -> Departure | None:
        """Return the cost of leaving between two matches, for games that hold a seat (BB-R6).

        None: it is free, and the carry stays as it is.
        """
        return None

    def keeps(self, options: Any, carry: Mapping[str, Any]) -> Mapping[int, Mapping[str, int]]:
        """Return the most that the next match may cost each seat that it holds and asks nothing (GEM-R5)."""
        return {}

    def due(self, carry: Mapping[str, Any], seated: list[int]) -> Mapping[int, Mapping[str, int]]:
        """Return the shares of a carried pot if the table closes, for the seats still there (BET-R20)."""
        return {}

    def payers(self, carry: Mapping[str, Any]) -> Collection[int]:
        """Return the seats that are due their part of a carried pot even when they have left (TD-R8)."""
        return ()

    def reasons(self, finish: Finish) -> Iterable[Line]:
        """Return lines that explain a result beyond the reason of each seat, such as a tie for a lower place."""
        return ()

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return reasons of seats in place of those of the result, such as the dice of a reroll."""
        return {}

    def highlights(self, finish: Finish) -> Highlights:
        """Return what decided the game, and its pot; without a moment of its own the events are searched for one."""
        return Highlights()

    def odds(self, options: Any) -> Iterable[Odds] | None:
        """Return what a member who asks for the odds under these options is told; None for a game without any."""
        return None

    def chance_to_win(self, scene: Scene, luck: Chance) -> float | None:
        """Return the chance to win at a decision as a sound player reads the scene, from 0 to 1, for looking back.

        None if the game cannot say.
        """
        return None

    # ---- what the house asks

    def minutes_for(self, seats: int) -> int:
        """Return about how many minutes one match takes with so many seats."""
        known = [minutes for number, minutes in self.minutes_by_seats.items() if number <= seats]
        return known[-1] if known else self.minutes

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.texts.title

    @property
    def pitch(self) -> str:
        """The game in a dozen words."""
        return self.texts.pitch

    @property
    def suits(self) -> str:
        """The players it suits, in half a dozen words."""
        return self.texts.suits

    @property
    def example(self) -> str:
        """One result of the game without variants; empty if there is none."""
        return self.texts.example

    @property
    def rules(self) -> str:
        """The rules in our own words."""
        return self.texts.rules

    @property
    def words(self) -> Mapping[str, str]:
        """The templates of everything that happens, by key."""
        return self.texts.words

    def parse_options(self, raw: Mapping[str, Any]) -> Options:
        """Return options from plain values. Raises `BadOptions` with a sentence for the person who chose them."""
        if not raw:
            return self._plain
        try:
            return self.options.model_validate(raw)
        except ValidationError as wrong:
            raise BadOptions.of(self._sentences(wrong)) from wrong

    @cached_property
    def _plain(self) -> Options:
        """The options of a table with no choices made; they are frozen, so all such matches share them."""
        return self.options()

    def strengths(self) -> tuple[str, ...]:
        """The strengths in which a computer plays this game, the weakest first."""
        return tuple(name for name in STRENGTHS if name in self.policies) or (RANDOM,)

    def strength(self, wanted: str) -> str:
        """`wanted` if the game has a computer player of that name, else its regular one."""
        if wanted in self.policies or wanted == RANDOM:
            return wanted
        return REGULAR if REGULAR in self.policies else self.strengths()[0]

    def knows_strength(self, name: str) -> bool:
        """Return True for a strength of some game of this release, whether this one has it or not."""
        return name in self.policies or name in STRENGTHS or name in (RANDOM, GUEST) or name.isdecimal()

    def policy(self, strength: str, temper: str = "") -> Policy:
        """The computer player of a strength that `strength()` has returned, with a temper if this game knows any."""
        policy = random_legal if strength == RANDOM else self.policies[strength]
        return (
            policy.tempered(temper) if isinstance(policy, Tempered) and temper in policy.tempers else policy
        )

    def tempers(self, strength: str) -> Collection[str]:
        """Return the tempers that change how a computer player of this strength plays the game."""
        policy = self.policies.get(strength, random_legal)
        return policy.tempers if isinstance(policy, Tempered) else ()

    def demonstrations(self, options: Any) -> tuple[Demonstration, ...]:
        """Return the rules that a dealer demonstrates before play under these options (GEN-13, GEN-R6).

        There is one for each variant in use, or one for the plain game; none for a game without examples.
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

    def _sentences(self, wrong: ValidationError) -> list[Sentence]:
        sentences = list[Sentence]()
        for error in wrong.errors():
            name = ".".join(str(part) for part in error["loc"])
            if error["type"] == "extra_forbidden":
                known = ", ".join(self.options.model_fields)
                sentences.append((f"{self.title} has no option {name!r}; it has: {known}.", {}))
            elif error["type"] == "value_error":
                fault = error["ctx"]["error"]
                sentences.append(fault.sentence if isinstance(fault, BadChoice) else (str(fault), {}))
            else:
                sentences.append((f"Option {name!r}: {error['msg']} (got {error['input']!r}).", {}))
        return sentences
