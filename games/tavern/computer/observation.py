"""A computer player's observation of the tavern, read from the scene of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.computer.weighed import Weighed
from games.engine.card_prompts import PlayCard
from games.engine.chance import Chance
from games.engine.game import Policy, random_legal
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import Line, OpenAsk, Pots, Scene, SceneHeader, Seats, Sheet, Stack, StackItem, Zone
from games.tavern.cards import Decks, Step
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.texts import TEXTS

_ROWS = {TEXTS.words[f"sheet:{name}"]: name for name in ("fort", "ac", "gold", "hand", "pile")}


class ObservedLoss(NamedTuple):
    """The loss of Fort from a card on the stack, reduced by a mood and by responses."""

    origin: int
    victim: int
    n: int
    guard: int
    cut: int


class ObservedItem(NamedTuple):
    """An item of the stack: its player, its targets, and the forecast of the board.

    `alternative`: the index of the one that was chosen. `changes`: the changes to Fort, AC and Gold by seat, losses not
    included. `spared`: the seats that it no longer affects. `dead`: it was Negated.
    """

    key: str
    seat: int | None
    targets: frozenset[int] = frozenset()
    alternative: int = 0
    losses: tuple[ObservedLoss, ...] = ()
    changes: Mapping[int, tuple[int, int, int]] = {}
    spared: frozenset[int] = frozenset()
    dead: bool = False


class ObservedDrink(NamedTuple):
    """A Drink that a player is about to drink."""

    drinker: int
    ac: int
    fort: int


class Observation(NamedTuple):
    """The game as one seat sees it; the mappings hold the seats that are still in."""

    me: int
    decks: Decks
    fort: Mapping[int, int]
    ac: Mapping[int, int]
    gold: Mapping[int, int]
    piety: int | None
    pot: int
    stack: tuple[ObservedItem, ...]
    drinks: tuple[ObservedDrink, ...]
    """The portions of the topmost Drinks in order: an answer names one by its place."""
    hand: tuple[str, ...]
    on_show: tuple[str, ...]
    """The viewer's cards on show."""
    guards: Mapping[int, int]
    """The amount by which a mood reduces each seat's losses to others' cards."""
    mood: tuple[Step, ...]
    """The steps of the seat's own mood."""
    hands: Mapping[int, int] = {}
    """The number of cards in each hand."""
    piles: Mapping[int, int] = {}
    """The number of Drinks on each pile."""
    characters: Mapping[int, str] = {}
    """The name of each seat's character."""

    @property
    def others(self) -> list[int]:
        """All other seats that are still in."""
        return [seat for seat in self.fort if seat != self.me]


Judged = Pick | Choose | PlayCard
"""The questions that a computer player can judge."""

Judge = Callable[[Observation, Judged], Answer]
"""Answers a question from the seat's observation."""

PASSES = ("pass", "leave_it", "no_action", "drink_it")
"""The answers that decline to act; a question offers at most one of them."""


def pass_of(prompt: PlayCard) -> Answer:
    """Return the answer that declines, or the question's default if it offers none."""
    return next((word for word in PASSES if word in prompt.passes), prompt.default)


@dataclass(frozen=True, slots=True)
class Player:
    """A policy that asks the judge, and gives other questions a random legal answer.

    `weighs`: says what the moves at a question are worth; None where the judge doesn't compare them by that.
    """

    judge: Judge
    weighs: Callable[[Observation, PlayCard], Weighed | None] | None = None

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the judge's answer."""
        prompt = ask.prompt
        match prompt:
            case PlayCard(moves=()):
                # most windows offer no move, so there's no need to read the scene
                return pass_of(prompt)
            case PlayCard() | Pick() | Choose(kind="brew"):
                return self.judge(observe(scene), prompt)
        return random_legal(scene, ask, luck)

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the moves by what they are worth."""
        if self.weighs is None or not isinstance(ask.prompt, PlayCard) or not ask.prompt.moves:
            return None
        return self.weighs(observe(scene), ask.prompt)


def player(judge: Judge) -> Policy:
    """Return a policy that asks the judge, and gives other questions a random legal answer."""
    return Player(judge)


def decks_of(scene: Scene) -> Decks:
    """Return the decks of the match, which its options name."""
    options = (block.options for block in scene.every(SceneHeader))
    decks: Decks = getattr(next(options, None), "decks", BUILT_IN)
    return decks


def observe(scene: Scene) -> Observation:
    """Return the observation of the scene's viewer."""
    decks = decks_of(scene)
    values: dict[str, dict[int, int]] = {}
    out: set[int] = set()
    piety = None
    characters: dict[int, str] = {}
    hand: tuple[str, ...] = ()
    on_show: dict[int, tuple[str, ...]] = {}
    items: tuple[StackItem, ...] = ()
    pot = 0
    for block in scene.blocks:
        match block:
            case Seats(rows=seats):
                out = {row.seat for row in seats if row.out}
                badges = {row.seat: row.badge.values for row in seats if row.badge is not None}
                characters = {seat: says["name"] for seat, says in badges.items() if seat not in out}
                piety = badges.get(scene.viewer, {}).get("piety")
            case Sheet(name="values"):
                for row in block.rows:
                    if row.head.text in _ROWS:
                        cells = zip(block.seats, row.cells, strict=True)
                        values[_ROWS[row.head.text]] = {
                            seat: cell.values["n"] for seat, cell in cells if seat not in out
                        }
            case Zone(name="hand", owner=scene.viewer):
                hand = block.items
            case Zone(name="on show", owner=int(owner)):
                on_show[owner] = block.items
            case Stack():
                items = block.items
            case Pots(unit="gold"):
                pot = block.pots[0][0]
    stack = tuple(map(_observed_item, items))
    # a scene has no separate kind of item for Drinks: recognise them by their cards
    servings = [item for item in items if item.items[0] in decks.drinks]
    drinks = tuple(_observed_drinks(servings[-1].line)) if servings else ()
    fort, ac, gold = (values.get(name, {}) for name in ("fort", "ac", "gold"))
    moods = {seat: _mood_steps(decks, cards) for seat, cards in on_show.items()}
    guards = {
        seat: sum(step.amount or 0 for step in steps if step.verb == "guard") for seat, steps in moods.items()
    }
    own, mood = on_show.get(scene.viewer, ()), moods.get(scene.viewer, ())
    return Observation(
        scene.viewer,
        decks,
        fort,
        ac,
        gold,
        piety,
        pot,
        stack,
        drinks,
        hand,
        own,
        guards,
        mood,
        values.get("hand", {}),
        values.get("pile", {}),
        characters,
    )


def _mood_steps(decks: Decks, cards: Sequence[str]) -> tuple[Step, ...]:
    return tuple(step for key in cards if "mood" in decks.cards[key].types for step in decks.cards[key].steps)


def _observed_item(item: StackItem) -> ObservedItem:
    says = item.line.values
    return ObservedItem(
        item.items[0],
        says.get("seat"),
        frozenset(says.get("targets", ())),
        says.get("alternative", 0),
        tuple(ObservedLoss(*loss) for loss in says.get("losses", ())),
        {seat: (fort, ac, gold) for seat, fort, ac, gold in says.get("changes", ())},
        frozenset(says.get("spared", ())),
        bool(says.get("dead")),
    )


def _observed_drinks(line: Line) -> Iterator[ObservedDrink]:
    for portion in line.values.values():
        if isinstance(portion, Line):
            ignored = portion.text == TEXTS.words["layer:ignored"]
            ac, fort = (0, 0) if ignored else (portion.values["ac"], portion.values["fort"])
            yield ObservedDrink(portion.values["seat"], ac, fort)
