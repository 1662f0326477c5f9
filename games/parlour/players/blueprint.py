"""Blueprints: solved play for games with a pot.

`python -m games.blueprints` solves a betting tree and writes the table of its choices, which is unpacked when first
needed. A blueprint speaks for the deals of its tree alone: as many seats, no variant, and about as many pieces as it
was solved for. A raise of a size that the tree doesn't know is taken for one of the two sizes beside it
(pseudo-harmonic mapping: Ganzfried, Sandholm 2013). Where a match leaves the tree, the blueprint says nothing.

What lies between the Betting Rounds is the business of each kind of game: `one_shown` has those of two cards of which
one is shown, `drawn_bets` those with exchanges.
"""

from __future__ import annotations

import lzma
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from itertools import accumulate, pairwise
from math import inf
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
from games.parlour.shared.computer import hand_of, options_of, rivals
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.texts import DRAW_TEXTS, POT_TEXTS

WHOLE = 250
"""The number in a table that stands for always."""
NEAR = (35, 75)
"""The pieces with which a seat may have begun where the tree has 50."""

_MOVES: Mapping[str, str] = {
    POT_TEXTS.words[kind]: kind
    for kind in ("checks", "calls", "calls_all_in", "bets", "bets_all_in", "raises", "raises_all_in", "folds")
}
_PLAIN: Mapping[str, Action] = {"checks": "check", "calls": "call", "calls_all_in": "call", "folds": "fold"}
_DRAWS = (DRAW_TEXTS.words["discards"], DRAW_TEXTS.words["keeps_all"])


class Choice(NamedTuple):
    """The actions at a question, and how often a blueprint takes each of them, of `WHOLE`."""

    actions: Sequence[Action]
    parts: Sequence[int]


class Moment(NamedTuple):
    """A match as its tree knows it.

    The node, the seats in the order of the tree, the cards that were shown, and how many everyone has drawn, one after
    the other.
    """

    node: Node
    order: Sequence[int]
    shown: Mapping[int, str]
    counts: Sequence[int]


def packed_table(name: str) -> bytes:
    """Return a table as it is shipped.

    Games read theirs at once: an update may have put files of another version in their place by the first match.
    """
    return files("games.parlour.players").joinpath(name).read_bytes()


class Blueprint(ABC):
    """The solved play of one shape, unpacked from its table."""

    def __init__(self, shape: Shape, packed: bytes) -> None:
        self.shape, self.tree = shape, Tree(shape)
        self.table = lzma.decompress(packed)
        self.begins = [0, *accumulate(self.size_of(node) for node in self.tree.nodes)]

    @abstractmethod
    def size_of(self, node: Node) -> int:
        """Return how many numbers a table has for a node: for each action in turn, one for each hand."""

    @abstractmethod
    def _choice_at(self, moment: Moment, scene: Scene, own: Sequence[str]) -> Choice | None:
        """Return what is done at a moment with a hand; None if nobody is asked there."""

    def picked(self, action: Action, scene: Scene, prompt: Pick) -> list[int]:
        """Return the places of the cards that an action between Betting Rounds picks; of a table of bets none."""
        return []

    def choice(self, scene: Scene, own: Sequence[str]) -> Choice | None:
        """Return what the viewer does with its hand; None off the tree."""
        moment = self.follow(scene)
        return self._choice_at(moment, scene, own) if moment is not None else None

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
            for line in told(scene, *{line.text for line in lines if {"seat", "card"} <= line.values.keys()})
        }
        counts = list[int]()
        for line in told(scene, *_MOVES, *_DRAWS):
            if line.text in _DRAWS:
                if node.kind != "draw":
                    return None
                counts.append(line.values["n"])
                if len(counts) == len(node.live) * (1 + node.drawn):
                    node = node.children[0]
                continue
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
        return Moment(node, order, shown, counts)

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


OFTEN = 0.1
"""Among the answers that its blueprint gives in this part of the cases or more, a player that chooses may choose."""
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

    `solved`: returns the blueprint for a scene, None if there is none. Who knows that a rival's habits are far from
    sound play weighs its bets against them instead, as `shark` does.
    `chooses`: of the bets that the blueprint makes `OFTEN`, it makes the one that gains most as `shark` weighs them,
    which wins more from rivals who err; otherwise it makes each as often as the blueprint does.
    """

    shark: Bettor
    solved: Callable[[Scene], Blueprint | None]
    temper: str = ""
    chooses: bool = False

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
        hand, solved = hand_of(scene, scene.viewer), self.solved(scene)
        if ask.kind not in ("bet", "reveal", "discard") or hand is None or solved is None:
            return self.shark(scene, ask, luck)
        prompt = ask.prompt
        staying = [habit.stays for seat, habit in self.shark.habits.items() if seat in rivals(scene)]
        known = ask.kind == "bet" and staying and fmean(staying) >= KNOWN
        choice = None if known else solved.choice(scene, hand.items)
        if choice is None:
            return self.shark(scene, ask, luck)
        if isinstance(prompt, Pick):
            return solved.picked(_drawn(choice, luck), scene, prompt)
        if self.chooses:
            return self._chosen(choice, scene, ask, luck)
        return self._answer(_drawn(self._tempered_choice(choice), luck), betting(prompt))

    def _chosen(self, choice: Choice, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Return the answer that gains most, of those that are given often."""
        answers = [
            self._answer(action, betting(ask.prompt))
            for action, part in zip(choice.actions, choice.parts, strict=True)
            if part >= OFTEN * WHOLE
        ]
        weighed = self.weigh(scene, ask, luck) if len(answers) > 1 else None
        if weighed is None:
            return answers[0]
        worths = dict(weighed.ways)
        amounts = [each for each in worths if isinstance(each, int)]

        def worth(answer: Answer) -> float:
            if isinstance(answer, int) and amounts:
                answer = min(amounts, key=lambda each: abs(each - answer))
            return worths.get(answer, -inf)

        return max(answers, key=worth)

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


def as_solved(scene: Scene, kind: type[ParlourOptions]) -> bool:
    """Tell whether a game is played as it was solved: as its options are by default, `share` aside."""
    options = options_of(scene, kind)
    return options == kind(share=options.share)


def with_blueprint(
    policies: Mapping[str, Policy],
    solved: Callable[[Scene], Blueprint | None],
    *,
    chooses: bool = False,
) -> dict[str, Policy]:
    """Return the computer players of a game with a shark that follows its blueprint."""
    shark = policies["shark"]
    assert isinstance(shark, Bettor)
    return {**policies, "shark": BlueprintPlayer(shark, solved, chooses=chooses)}
