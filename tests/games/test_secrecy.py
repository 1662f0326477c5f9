"""Nobody's scene depends on what they may not see.

Two matches that differ only in cards hidden from a viewer must look the same to that viewer, until the showdown.
Which cards a viewer may know follows from the audience of the events that tell of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from msgspec import Struct
from msgspec.structs import astuple

from games.computer.levels import LEVEL_NAMES
from games.engine import RAIL, Chance, Event, IllegalAnswer, Match, Seed, random_legal
from games.registry import GAMES
from tests.helpers.random_matches import cases, hasty, luck_of, play, random_header

T = TypeVar("T")


FEW = {"tavern": 1, "burn_my_village": 1, "conclave_of_wyrms": 1}
"""Matches in which answers are compared, where each is long."""
TOGETHER = (
    "adventurers_choice", "barovian_boneyard", "city_square", "conclave_of_wyrms", "fireball", "jack_of_all_trades",
    "lucky_13", "rogues_and_warriors", "tavern", "threes", "tiamat", "tripledip",
)  # fmt: skip
"""Games in which several are asked at the same time, and each answer is sealed until all have given one.

In Rolled Gold, where several are asked too, each plays on alone and in sight of all.
"""
FEW_SHOWN = {"tavern": 1, "burn_my_village": 2, "conclave_of_wyrms": 2}
"""Matches in which all that is shown is compared, where each is long."""


class Marked(str):
    """A card that remembers which draw it was."""

    __slots__ = ("draw",)
    draw: int


class Marking(Chance):
    """Ordinary luck, but cards come from a stream of their own, are marked, and may be told beforehand.

    A game may have several decks: `piles` are all that were drawn from, each with what lay in it at first, and
    `sources` say which of them each draw came from.
    """

    def __init__(self, seed: Seed, cards: Mapping[int, str]) -> None:
        super().__init__(seed)
        self.cards = cards
        self.picks = Chance(Seed("cards" + seed.server))
        self.drawn: list[str] = []
        self.sources: list[int] = []
        self.piles: list[list[str]] = []
        self._known: list[MutableSequence[Any]] = []

    def draw(self, pile: MutableSequence[T]) -> T:
        """The card that was told, else any; both leave the pile."""
        source = next((at for at, known in enumerate(self._known) if known is pile), None)
        if source is None:
            source = len(self.piles)
            self._known.append(pile)
            self.piles.append([str(card) for card in pile])
        told: Any = self.cards.get(len(self.drawn))
        at = self.picks.below(len(pile)) if told is None else pile.index(told)
        card: Any = Marked(pile.pop(at))
        card.draw = len(self.drawn)
        self.drawn.append(str(card))
        self.sources.append(source)
        return card  # type: ignore[no-any-return]


def marks(thing: object) -> set[int]:
    """Return the draws whose cards stand anywhere in a value."""
    found, inside = set[int](), [thing]
    # a loop over a list: this looks at every word of every scene
    while inside:
        part = inside.pop()
        if isinstance(part, str | int | None):
            if isinstance(part, Marked):
                found.add(part.draw)
        elif isinstance(part, Struct):
            inside += astuple(part)
        elif isinstance(part, Mapping):
            inside += part.values()
        elif isinstance(part, Iterable):
            inside += part
    return found


def known(events: Iterable[Event], viewer: int) -> set[int]:
    """The draws that a viewer may know of."""
    return marks([event.values for event in events if event.to is None or viewer in event.to])


def named(answer: object) -> Iterator[str]:
    """The words of an answer, cards that it names by their kind among them."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for part in answer:
            yield from named(part)


def before_the_showdown(match: Match) -> bool:
    """Whether hands are still secret, in the first game of a night."""
    return not match.over and not any(event.kind in ("showdown", "game_over") for event in match.events)


Look = Callable[[Match, int], Any]
"""What a viewer is shown of a match, in a form that can be compared."""
UNSEEN = object()
"""Stands for a moment at which nobody looks."""
PAINTED_EVERY = {"tavern": 3}
"""Of so many moments one is painted, where each match has hundreds."""


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_scene_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, Match.scene, FEW_SHOWN.get(key, 5), by_marks=True) >= 100


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_answer_of_a_computer_player_depends_on_what_is_hidden_from_its_seat(key: str) -> None:
    """Every strength, with every temper in turn, says the same from the same luck, whatever the others hold."""

    def answers(match: Match, viewer: int) -> Any:
        scene, rows = match.scene(viewer), len(match.rows)
        return [
            hasty(match.game.policy(name, tempers[(rows + viewer) % len(tempers)]))(
                scene, ask, luck_of("thinks", key, name, rows)
            )
            for ask in scene.mine()
            # one level stands for all, which differ in a number
            for name in match.game.policies
            if name not in LEVEL_NAMES or name == "4"
            for tempers in [("", *match.game.tempers(name))]
        ]

    assert compared(key, answers, FEW.get(key, 2)) >= 1


@pytest.mark.parametrize("key", TOGETHER)
def test_no_scene_tells_an_answer_while_others_are_still_asked(key: str) -> None:
    """Three different answers to a question that is not the last: nobody else can tell which was given."""
    game, times = GAMES[key], 0
    for case in cases(FEW_SHOWN.get(key, 6)):
        luck = luck_of("sealed", key, case)
        header = random_header(game, luck)
        match = Match(game, header, digests=False)
        for _ in play(match, luck):
            asks = {ask.id: ask for ask in match.open.values() if not ask.answered}
            if len(asks) < 2 or luck.below(6):
                continue
            ask = luck.choice([*asks.values()])
            shown: list[tuple[Any, list[Any]]] = []
            for _ in range(3):
                other = Match.replay(game, header, match.rows)
                scene = other.scene(ask.seat)
                own = next(each for each in scene.asks if each.id == ask.id)
                answer = random_legal(scene, own, luck)
                other.answer(ask.id, ask.seat, answer)
                if asks.keys() - {ask.id} == {each.id for each in other.open.values() if not each.answered}:
                    viewers = {*header.ring, RAIL} - {ask.seat}
                    shown.append((answer, [other.scene(viewer) for viewer in sorted(viewers)]))
            for (one, seen), (another, seen_then) in pairwise(shown):
                times += one != another
                assert seen == seen_then, (ask.prompt.kind, one, another)
    assert times >= 1


def compared(
    key: str, look: Look, matches: int, *, rail: bool = False, by_marks: bool = False, every: int = 1
) -> int:
    """Compare what everyone is shown over random play of a game; gives how many times.

    Args:
        rail: only what those at the rail are shown, from whom most is hidden.
        by_marks: also check that a scene holds no card of which its viewer was not told.
        every: of so many moments after each other one is looked at.
    """
    game = GAMES[key]
    times = 0
    for case in cases(matches):
        luck = luck_of("secrets", key, case)
        header = random_header(game, luck)
        chance = Marking(header.seed, {})
        match = Match(game, header, chance=chance, digests=False)
        viewers = (RAIL,) if rail else (*header.ring, RAIL)
        seen: dict[int, list[Any]] = {viewer: [] for viewer in viewers}
        knows: dict[int, list[set[int]]] = {viewer: [] for viewer in viewers}
        told = 0
        for at, _ in enumerate(play(match, luck, leaves=25 if case % 2 else 0)):
            if not before_the_showdown(match):
                break
            news = match.events[told:]
            told += len(news)
            for viewer in viewers:
                before = knows[viewer][-1] if knows[viewer] else set()
                knows[viewer].append(before | known(news, viewer))
                assert not by_marks or marks(match.scene(viewer)) <= knows[viewer][-1]
                seen[viewer].append(look(match, viewer) if at % every == 0 else UNSEEN)
        # what a seat that has left does by default follows from its cards, as what others choose does not
        left = {draw for seat in match.table.gone for draw in known(match.events, seat)}
        for viewer in viewers:
            moments = len(seen[viewer])
            # in the end nearly all cards may have come to light: those that still lay hidden earlier are dealt anew too
            for until in sorted({1 + luck.below(moments), moments} if moments else ()):
                knew = knows[viewer][until - 1] | left
                times += _same_to(viewer, match, chance, seen[viewer][:until], knew, luck, look)
    return times


def _same_to(
    viewer: int,
    match: Match,
    chance: Marking,
    seen: list[Any],
    knows: set[int],
    luck: Chance,
    look: Look,
) -> int:
    """Deal the hidden cards anew and play the same answers: the viewer sees the same; gives how many times."""
    cards: dict[int, str] = {}
    stays = _fixed(viewer, match, chance, knows)
    for source, pile in enumerate(chance.piles):
        pool, hidden, fixed = list(pile), list[int](), stays[source]
        for draw, card in enumerate(chance.drawn):
            if chance.sources[draw] != source:
                continue
            if draw in knows or card in fixed:
                pool.remove(card)
                cards[draw] = card
            else:
                hidden.append(draw)
        pool = [card for card in pool if card not in fixed]
        luck.shuffle(pool)
        cards.update(zip(hidden, pool, strict=False))
    other = Match(match.game, match.header, chance=Marking(match.header.seed, cards), digests=False)
    for at, scene in enumerate(seen):
        assert scene is UNSEEN or look(other, viewer) == scene
        if at + 1 < len(seen):
            row = match.rows[at]
            try:
                other.answer(row.ask, row.seat, row.answer, row.by)
            except IllegalAnswer:
                # a sealed answer that only the real card allows
                return at + 1
    return len(seen)


def owners(events: Iterable[Event]) -> dict[int, int]:
    """Who alone was told of a draw: into whose hand it came."""
    found: dict[int, int] = {}
    for event in events:
        if event.to is not None and len(event.to) == 1:
            for draw in marks(event.values):
                found.setdefault(draw, *event.to)
    return found


def _fixed(viewer: int, match: Match, chance: Marking, knows: set[int]) -> list[set[str]]:
    """The kinds of each pile of which hidden copies stay where they are: who holds cards of it names them in answers.

    If such a card of theirs is known, one copy more in the same hand could be the one that the same answer means, and
    what is named by its place thereafter would be another card.
    """
    holder = owners(match.events)
    stay: dict[int, set[str]] = {}
    for seat in {*holder.values()} - {viewer}:
        words = {word for row in match.rows if row.seat == seat for word in named(row.answer)}
        stay[seat] = words & {chance.drawn[draw] for draw in knows if holder.get(draw) == seat}
    fixed: list[set[str]] = [set() for _ in chance.piles]
    for draw, seat in holder.items():
        fixed[chance.sources[draw]] |= stay.get(seat, set())
    return fixed
