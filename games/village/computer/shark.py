"""The shark of Please Don't Burn My Village!: it plays each promising action out in many sampled deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.computer import Search
from games.computer.weighed import Weighed
from games.engine.chance import Chance
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk, Scene, Seats, Zone
from games.village.cards import full_deck, kind_of
from games.village.computer.lookahead import Plan, Position, begun_steps, next_step, observe, plans
from games.village.computer.playout import Table, sample

PLAYOUTS = 400
"""The number of playouts for each question, of games that are half over."""
SHORT = 20
"""The cards in the deck up to which a question gets all of them; the more are left, the fewer it gets."""
MOST_PLANS = 16
"""The most actions to try, chosen by their estimated value."""
STAKE = 20.0
"""About the points by which the players of a game differ in the end."""


@dataclass(frozen=True, slots=True)
class World:
    """A sampled deal of the hidden cards; an answer is the index of an action."""

    position: Position
    hands: dict[int, Counter[str]]
    deck: Sequence[str]
    order: Sequence[int]
    actions: Sequence[Plan]
    weight: float = 1.0

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return the seat's lead at the end of the game after an action."""
        at = self.position
        table = Table(at.favor, self.hands, at.bribes, at.stalls, self.deck)
        table.carry_out(at.seat, self.actions[int(str(answer))].steps)
        table.finish(self.order)
        return table.ahead(at.seat)


@dataclass(frozen=True)
class Shark:
    """The shark's policy; `playouts` is its budget for a question."""

    playouts: int = PLAYOUTS

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Answer with the next step of the action that gives the largest average lead."""
        assert ask.prompt is not None
        weighed = self.weigh(scene, ask, luck)
        return ask.prompt.default if weighed is None else weighed.ways[0][0]

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the next steps, each with the average lead that the best action which begins so gives."""
        at, begun = observe(scene), begun_steps(ask)
        fitting = [plan for plan in plans(at) if plan.steps[: len(begun)] == begun]
        if not fitting:
            return None
        fitting.sort(key=lambda plan: -plan.value)
        actions = fitting[:MOST_PLANS]
        ring = [row.seat for block in scene.every(Seats) for row in block.rows]
        place = ring.index(at.seat)
        order = [*ring[place + 1 :], *ring[: place + 1]]
        sizes, unseen = hidden_cards(scene, at, len(ring))

        def world(luck: Chance) -> World:
            hands, deck = sample(unseen, sizes, luck)
            hands[at.seat] = at.hand
            return World(at, hands, deck, order, actions)

        search = Search(
            lambda scene, ask, luck: world,
            lambda scene, ask, luck: 0,
            lambda scene, ask, luck: range(len(actions)),
            self.playouts,
            lasts=lambda scene: max(1.0, at.deck / SHORT),
        )
        searched = search.weigh(scene, ask, luck)
        ways = searched.ways if searched is not None else [(0, 0.0)]
        best = dict[str, tuple[Answer, float]]()
        for action, worth in ways:
            step = actions[int(str(action))].steps[len(begun)]
            best.setdefault(step, (next_step(ask, step), worth))
        return Weighed([*best.values()], STAKE, "points")


def hidden_cards(scene: Scene, at: Position, players: int) -> tuple[dict[int, int], list[str]]:
    """Return the sizes of the other hands, and the cards that are in those hands or in the deck."""
    sizes: dict[int, int] = {}
    gone = Counter(at.hand)
    for block in scene.blocks:
        if not isinstance(block, Zone):
            continue
        if block.owner not in (None, at.seat) and block.name == "hand":
            assert block.owner is not None
            sizes[block.owner] = len(block.items)
        elif block.name == "discards":
            gone.update(map(kind_of, block.items))
    for seat, bribes in at.bribes.items():
        # a position counts the Wilds in a bribe as its Treasures, so read the cards from the scene
        gone.update(_bribed(scene, seat) if bribes else ())
    for stall in at.stalls.values():
        gone.update(stall)
    left = Counter(map(kind_of, full_deck(at.favor.tokens, players))) - gone
    return sizes, sorted(left.elements())


def _bribed(scene: Scene, seat: int) -> Counter[str]:
    """Return the cards in a seat's bribes, with Wilds counted as Wilds."""
    cards: Counter[str] = Counter()
    for block in scene.blocks:
        if isinstance(block, Zone) and block.owner == seat and block.name.endswith(" bribe"):
            cards.update(map(kind_of, block.items))
    return cards


shark = Shark()
