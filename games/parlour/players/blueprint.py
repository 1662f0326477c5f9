"""Blueprints: solved play for games of two cards each of which one is shown, such as Rogues and Warriors.

`python -m games.blueprints` solves a betting tree and writes the table of its choices, which is unpacked when first
needed. A blueprint speaks for the deals of its tree alone: as many seats, no variant, and about as many pieces as it
was solved for. A raise of a size that the tree doesn't know is taken for one of the two sizes beside it
(pseudo-harmonic mapping: Ganzfried, Sandholm 2013). Where a match leaves the tree, the blueprint says nothing.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise
from statistics import fmean
from typing import NamedTuple

from games.computer.habits import Habit
from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.game import Policy
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import Line, Log, OpenAsk, Scene, Seats
from games.parlour.players.bets import Bettor, betting, passes
from games.parlour.players.betting_tree import Action, Node, Shape, Tree
from games.parlour.players.hearing import told
from games.parlour.shared.computer import hand_of, rivals
from games.parlour.shared.deck import RANKS, color
from games.parlour.shared.texts import POT_TEXTS

HANDS = tuple(
    (first, second, alike)
    for at, first in enumerate(RANKS)
    for second in RANKS[at:]
    for alike in (False, True)
)
"""The hands before the reveal: two ranks, the rarer first, and whether both cards have one colour."""
HIDDEN = tuple((rank, alike) for rank in RANKS for alike in (False, True))
"""The hidden card after the reveal, and whether it has the colour of the shown one."""
WHOLE = 250
"""The number in a table that stands for always."""
NEAR = (35, 75)
"""The pieces with which a seat may have begun where the tree has 50."""

_MOVES: Mapping[str, str] = {
    POT_TEXTS.words[kind]: kind
    for kind in ("checks", "calls", "calls_all_in", "bets", "bets_all_in", "raises", "raises_all_in", "folds")
}
_PLAIN: Mapping[str, Action] = {"checks": "check", "calls": "call", "calls_all_in": "call", "folds": "fold"}


class Choice(NamedTuple):
    """The actions at a question, and how often a blueprint takes each of them, of `WHOLE`."""

    actions: Sequence[Action]
    parts: Sequence[int]


class Moment(NamedTuple):
    """A match as its tree knows it: the node, the seats in the order of the tree, and the cards that were shown."""

    node: Node
    order: Sequence[int]
    shown: Mapping[int, str]


class Blueprint:
    """The solved play of one shape; `name` is that of its table."""

    def __init__(self, shape: Shape, name: str) -> None:
        self.shape, self.tree = shape, Tree(shape)
        self.table = lzma.decompress(FILES[name])
        sizes = [size_of(node, shape.seats) for node in self.tree.nodes]
        self.begins = [0, *accumulate(sizes)]

    def bets(self, scene: Scene, own: Sequence[str]) -> Choice | None:
        """Return the bets with two cards; None off the tree."""
        moment = self.follow(scene)
        if moment is None or moment.node.kind != "bet":
            return None
        node, order, shown = moment
        if order[node.seat] != scene.viewer:
            return None
        at = HANDS.index(pair_of(own))
        if node.up:
            mine, at = shown[order[node.seat]], 0
            other = own[1] if own[0] == mine else own[0]
            for seat in node.up:
                at = at * len(RANKS) + RANKS.index(shown[order[seat]][0])
            at = at * len(HIDDEN) + HIDDEN.index((other[0], color(other) == color(mine)))
        return self._choice(node, node.actions, at)

    def shows(self, scene: Scene, own: Sequence[str]) -> Choice | None:
        """Return whether to show the `rarer` of two cards or the `commoner` one; None off the tree."""
        moment = self.follow(scene)
        if moment is None or moment.node.kind != "reveal" or scene.viewer not in moment.order:
            return None
        at = moment.order.index(scene.viewer) * len(HANDS) + HANDS.index(pair_of(own))
        return self._choice(moment.node, ("rarer", "commoner"), at)

    def _choice(self, node: Node, actions: Sequence[Action], at: int) -> Choice | None:
        begin, end = self.begins[node.at : node.at + 2]
        parts = self.table[begin + at : end : (end - begin) // len(actions)]
        # where the solved play never comes, the table is empty
        return Choice(actions, parts) if any(parts) else None

    def follow(self, scene: Scene) -> Moment | None:
        """Return the node at which a match is; None if it has left the tree, or was never in it."""
        shape = self.shape
        rows = scene.every(Seats)[0].rows
        lines = next((block.lines for block in scene.every(Log)), ())
        starters = [line.values["seat"] for line in lines if line.text == POT_TEXTS.words["starts"]]
        if len(rows) != shape.seats or not starters or told(scene, POT_TEXTS.words["carried"]):
            return None
        # clockwise, the Starting Player first
        order = sorted((row.seat for row in rows), key=lambda seat: (seat < starters[-1], seat))
        paid = [shape.ante] * shape.seats
        node = self.tree.root
        shown = {
            line.values["seat"]: line.values["card"]
            for line in told(scene, *{line.text for line in lines if "card" in line.values})
        }
        for line in told(scene, *_MOVES):
            following = self._after(_turned(node), line, order, paid)
            if following is None:
                return None
            node = following
        if shown:
            node = _turned(node)
        if any(order[seat] not in shown for seat in node.up):
            return None
        begun = {row.seat: int(row.money or 0) + paid[order.index(row.seat)] for row in rows}
        if not all(NEAR[0] <= pieces <= NEAR[1] for pieces in begun.values()):
            return None
        return Moment(node, order, shown)

    def _after(self, node: Node, line: Line, order: Sequence[int], paid: list[int]) -> Node | None:
        """Return the node after something that a seat did, and count what it has paid."""
        kind, seat = _MOVES[line.text], order.index(line.values["seat"])
        if node.kind != "bet" or node.seat != seat:
            return None
        current = max(paid)
        action = _PLAIN.get(kind)
        if action is None:
            by, pot = int(line.values["n"]), sum(paid) + current - paid[seat]
            action = "all_in" if kind.endswith("all_in") else self._nearest(node, by / pot)
            paid[seat] = current + by
        elif action == "call":
            paid[seat] += int(line.values["n"])
        return node.child(action) if action in node.actions else None

    def _nearest(self, node: Node, part: float) -> Action:
        """Return the raise of the tree for which a raise by a part of the pot is taken."""
        current = max(node.paid)
        pot = sum(node.paid) + current - node.paid[node.seat]
        sizes = [
            (
                (self.shape.stack - current) / pot if action == "all_in" else max(1 / pot, float(action)),
                action,
            )
            for action in node.actions
            if action not in ("fold", "check", "call")
        ]
        for (low, small), (high, large) in pairwise(sizes):
            # from here on, to take it for the larger one gives away less
            if part < (low + high + 2 * low * high) / (2 + low + high):
                return small
            if part < high:
                return large
        return sizes[-1][1] if sizes else "none"


def _turned(node: Node) -> Node:
    """Return the node after the reveal, if the node is one."""
    return node.children[0] if node.kind == "reveal" else node


def size_of(node: Node, seats: int) -> int:
    """Return how many numbers a table has for a node: for each action in turn, one for each hand that may be held."""
    if node.kind == "reveal":
        return 2 * seats * len(HANDS)
    hands = len(RANKS) ** len(node.up) * len(HIDDEN) if node.up else len(HANDS)
    return len(node.actions) * hands


def pair_of(cards: Sequence[str]) -> tuple[str, str, bool]:
    """Return two cards as a blueprint knows them."""
    first, second = sorted((card[0] for card in cards), key=RANKS.index)
    return first, second, color(cards[0]) == color(cards[1])


SHAPES: Mapping[int, tuple[Shape, str]] = {
    2: (Shape(2, (0.5, 1.0, 2.0), 3, 50, 1), "rogues_and_warriors_2.xz"),
    3: (Shape(3, (1.0,), 2, 50, 1), "rogues_and_warriors_3.xz"),
}
"""The solved shapes of Rogues and Warriors by the number of seats, each with its table."""
# read now: an update may have put files of another version in their place by the first match
FILES = {name: files("games.parlour.players").joinpath(name).read_bytes() for _, name in SHAPES.values()}


@cache
def blueprint(seats: int) -> Blueprint | None:
    """Return the blueprint for so many seats, unpacked now if this is the first time; None if there is none."""
    return Blueprint(*SHAPES[seats]) if seats in SHAPES else None


KNOWN = 0.45
"""From this part of the cases in which rivals are known to stay whatever they hold, the blueprint is left for them."""
WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "bold": {"raise": 1.6, "fold": 0.8},
    "careful": {"raise": 0.7, "fold": 1.3},
}
"""The factors by which tempers take an action more or less often than the blueprint."""


@dataclass(frozen=True, slots=True)
class BlueprintPlayer:
    """A player that follows its game's blueprint, and plays as `shark` where that says nothing.

    `plain`: whether a scene is of the game as it was solved. Who knows that a rival's habits are far from sound play
    weighs its bets against them instead, as `shark` does.
    """

    shark: Bettor
    plain: Callable[[Scene], bool]
    temper: str = ""

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that affect its betting."""
        return self.shark.tempers

    def tempered(self, temper: str) -> BlueprintPlayer:
        """Return the same player with a temper."""
        return replace(self, shark=self.shark.tempered(temper), temper=temper)

    def remembering(self, habits: Mapping[int, Habit]) -> BlueprintPlayer:
        """Return the same player with what it knows of its rivals."""
        return replace(self, shark=self.shark.remembering(habits))

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers by what they gain against regulars, as `shark` weighs them."""
        return self.shark.weigh(scene, ask, luck)

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Answer as the blueprint does, by lot where it does several things."""
        hand, solved = hand_of(scene, scene.viewer), blueprint(len(seats_in(scene)))
        if ask.kind not in ("bet", "reveal") or hand is None or solved is None or not self.plain(scene):
            return self.shark(scene, ask, luck)
        own, prompt = hand.items, ask.prompt
        if isinstance(prompt, Pick):
            choice = solved.shows(scene, own)
            if choice is None:
                return self.shark(scene, ask, luck)
            rarer = min((0, 1), key=lambda at: RANKS.index(own[at][0]))
            return [rarer if _drawn(choice, luck) == "rarer" else 1 - rarer]
        staying = [habit.stays for seat, habit in self.shark.habits.items() if seat in rivals(scene)]
        choice = None if staying and fmean(staying) >= KNOWN else solved.bets(scene, own)
        if choice is None:
            return self.shark(scene, ask, luck)
        action = _drawn(self._tempered_choice(choice), luck)
        return self._answer(action, betting(prompt))

    def _tempered_choice(self, choice: Choice) -> Choice:
        factors = WEIGHTS.get(self.temper, {})
        kinds = [action if action in ("fold", "check", "call") else "raise" for action in choice.actions]
        parts = [
            round(part * factors.get(str(kind), 1.0)) for part, kind in zip(choice.parts, kinds, strict=True)
        ]
        return choice._replace(parts=parts)

    def _answer(self, action: Action, prompt: Choose) -> Answer:
        """Return an action of the tree as an answer: a raise within what may be raised, or the nearest to it."""
        if action in ("fold", "check", "call"):
            return action if action in prompt.options else passes(prompt)
        if prompt.amount is None:
            return next(option for option in ("check", "call", "fold") if option in prompt.options)
        low, high = prompt.amount.low, prompt.amount.high
        if action == "all_in":
            return high
        scale = self.shark.style.scale
        return min(high, max(low, round(scale * float(action) * (prompt.says["pot"] + prompt.says["need"]))))


def _drawn(choice: Choice, luck: Chance) -> Action:
    """Draw one of the actions, each as often as it's to be taken."""
    at = luck.below(max(1, sum(choice.parts)))
    for action, part in zip(choice.actions, choice.parts, strict=True):
        at -= part
        if at < 0:
            return action
    return choice.actions[0]


def seats_in(scene: Scene) -> Sequence[int]:
    """Return the seats of the match."""
    return [row.seat for block in scene.every(Seats) for row in block.rows]


def with_blueprint(policies: Mapping[str, Policy], plain: Callable[[Scene], bool]) -> dict[str, Policy]:
    """Return the computer players of a game with a shark that follows its blueprint."""
    shark = policies["shark"]
    assert isinstance(shark, Bettor)
    return {**policies, "shark": BlueprintPlayer(shark, plain)}
