"""The memory of a seat at the wyrms, read only from its scene and its question.

Members see every card that is played, and may remember it. So the question lists the cards played in this cycle; by
the rules these show which seat took which cards, and which seats couldn't follow a colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.scene import BACK, Log, OpenAsk, Scene, SceneHeader, Seats, Sheet, Zone
from games.wyrms.cards import COLOR, COLORS, DECK, Ruling, all_dominant, decide, led_color, own_dominant
from games.wyrms.scoring import Scoring


class Rules(NamedTuple):
    """The rules of one cycle: the dominant colours by place at the table, and the options that matter."""

    dominant: tuple[str | None, ...]
    personal: bool
    powerful_lair: bool
    scoring: Scoring

    def decide(self, cards: list[str], lead: int) -> Ruling:
        """Return the ruling on a complete gathering that began at the place `lead`."""
        if self.personal:
            own = self.dominant[lead:] + self.dominant[:lead]
            return decide(cards, own_dominant(cards, own), powerful_lair=self.powerful_lair)
        return decide(cards, all_dominant(cards, self.dominant[0]), powerful_lair=self.powerful_lair)


class Memory(NamedTuple):
    """A cycle as one seat remembers it. Seats are identified by their place at the table, not by number."""

    rules: Rules
    me: int
    hand: tuple[str, ...]
    lead: int
    """The place that leads the current gathering, or will lead the first one."""
    gathering: tuple[str, ...]
    predicted: tuple[int, ...]
    """Empty until the predictions are revealed."""
    counts: tuple[int, ...]
    """The number of gatherings taken so far, by place."""
    taken: tuple[tuple[str, ...], ...]
    """The cards of those gatherings, by place."""
    played: tuple[tuple[str, ...], ...]
    """The cards that each place has played in this cycle, with one that it set aside."""
    aside: tuple[int, str] | None
    """The place that set a card aside, and the card; None after that place's first gathering, which the card joins."""
    voids: tuple[frozenset[str], ...]
    """The colours that each place is known not to hold."""
    unseen: tuple[str, ...]
    """The cards that may be in other hands; one more than they hold if a card is out of play."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.counts)


def zone(scene: Scene, name: str, owner: int | None) -> tuple[str, ...] | None:
    """Return the items of a zone; None if there is no such zone."""
    for block in scene.blocks:
        if isinstance(block, Zone) and block.name == name and block.owner == owner:
            return block.items
    return None


def ring_of(scene: Scene) -> list[int]:
    """Return the seats in their order at the table."""
    return [row.seat for block in scene.every(Seats) for row in block.rows]


def remember(scene: Scene, ask: OpenAsk) -> Memory:
    """Reconstruct everything that the viewer knows when it is asked."""
    assert ask.prompt is not None
    says, ring = ask.prompt.says, ring_of(scene)
    players, me = len(ring), ring.index(scene.viewer)
    hand = zone(scene, "hand", scene.viewer) or ()
    gathering = zone(scene, "gathering", None) or ()
    seen: tuple[str, ...] = says.get("seen", ())
    personal = any(zone(scene, "dominant", seat) for seat in ring)
    dominant = tuple(
        _color((zone(scene, "dominant", seat if personal else None) or ("",))[0]) for seat in ring
    )
    [options] = [block.options for block in scene.every(SceneHeader)]
    rules = Rules(dominant, personal, options.powerful_lair, options.scoring)
    lead = ring.index(says["leader"])
    predicted, counts = _progress(scene)
    extra = zone(scene, "extra card", None)

    done = seen[: len(seen) - len(gathering)]
    aside_card = done[0] if len(done) % players == 1 else None
    rounds = [done[at : at + players] for at in range(len(done) % players, len(done), players)]
    taken: list[list[str]] = [[] for _ in ring]
    played: list[list[str]] = [[] for _ in ring]
    for at, card in enumerate(gathering):
        played[(lead + at) % players].append(card)
    voids: list[set[str]] = [set() for _ in ring]
    _note_voids(voids, gathering, lead)
    for cards, before in zip(rounds, _leaders(scene, rules, rounds, lead), strict=True):
        ruling = rules.decide(list(cards), before)
        _note_voids(voids, cards, before)
        for at, card in enumerate(cards):
            played[(before + at) % players].append(card)
        if ruling.step != "lair":
            taken[(before + ruling.place) % players] += cards
    aside = None
    if aside_card is not None and predicted:
        holder = predicted.index(max(predicted))
        played[holder].append(aside_card)
        if taken[holder]:
            taken[holder].append(aside_card)
        else:
            aside = (holder, aside_card)
    known = Counter(seen) + Counter(hand) + Counter(card for card in extra or () if card != BACK)
    return Memory(
        rules,
        me,
        hand,
        lead,
        gathering,
        predicted,
        counts or (0,) * players,
        tuple(map(tuple, taken)),
        tuple(map(tuple, played)),
        aside,
        tuple(map(frozenset, voids)),
        tuple((Counter(DECK) - known).elements()),
    )


def _color(card: str) -> str | None:
    color = card.partition(".")[2]
    return color if color in COLORS else None


def _progress(scene: Scene) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the predictions and the numbers of gatherings taken in the current cycle."""
    for block in scene.blocks:
        if isinstance(block, Sheet) and block.rows:
            cells: list[Mapping[str, int]] = [cell.values for cell in block.rows[-1].cells]
            if all("predicted" in cell and "bonus" not in cell for cell in cells):
                return tuple(cell["predicted"] for cell in cells), tuple(cell["taken"] for cell in cells)
    return (), ()


def _leaders(scene: Scene, rules: Rules, rounds: Sequence[tuple[str, ...]], lead: int) -> list[int]:
    """Return the places that led the gatherings so far, by the log; `lead` leads the next.

    With personal dominant colours the cards alone don't always determine the leader, so the log comes first. For
    gatherings that a busy table's log no longer shows, the leader is inferred backwards: the seat that takes a
    gathering leads the next one.
    """
    ring = ring_of(scene)
    lines = [line for block in scene.every(Log) for line in block.lines]
    led = [line.values["leader"] for line in lines if "leader" in line.values and "plays" in line.values]
    shown = min(len(led), len(rounds))
    places = [ring.index(seat) for seat in led[len(led) - shown :]]
    for cards in reversed(rounds[: len(rounds) - shown]):
        after, players = (places or [lead])[0], len(cards)
        fit = [at for at in range(players) if (at + rules.decide(list(cards), at).place) % players == after]
        places.insert(0, fit[0] if fit else after)
    return places


def _note_voids(voids: list[set[str]], cards: tuple[str, ...], lead: int) -> None:
    """Record the led colours that a place didn't follow."""
    led = led_color(cards)
    for place, card in enumerate(cards):
        color = COLOR[card]
        if led is not None and color not in (led, None):
            voids[(lead + place) % len(voids)].add(led)
