"""The facts of a table that a picture or a page shows, read from the scene of one viewer.

A picture is drawn from these and from nothing else, so that two tables that show the same have equal pictures.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from bot.face.art.letters import drawn_name
from bot.face.table.names import names_of
from bot.face.table.outcome import headline_text
from bot.face.text.card_names import in_a_row, item_name, use_match_cards
from bot.face.text.templates import Renderer, points_text, word
from bot.face.text.turns import SUBJECT, Turn, say_to_player, say_turn, turns_back
from bot.language import N_, _, listed, number, pgettext, with_label
from bot.members.names import visible_name
from bot.tables.view import TableView
from games.engine.scene import (
    BACK,
    Circle,
    Gauge,
    Gauges,
    Grid,
    Line,
    Log,
    OpenAsk,
    Pots,
    Scene,
    SceneHeader,
    SceneOutcome,
    SeatGauges,
    SeatRow,
    Seats,
    Stack,
    Strip,
    Track,
    Trick,
    Zone,
)


def grid_of(scene: Scene, owner: int) -> Grid | None:
    """Return a seat's grid, if the viewer sees one."""
    return next((grid for grid in scene.every(Grid) if grid.owner == owner), None)


LATELY = 4
"""So many turns back a deed is still told above a picture."""
MOST_NAME = 32
"""Letters of a name that a picture may show; what has no room is cut where it is drawn."""
POINTS = "points"
PLAYED = N_("{seat:seat} plays {card:item}.")
DIE = re.compile(r"\d*[dg]\d+(:.*)?")
"""A die, with the number that it shows, or a stake of dice."""


def short_name(item: str) -> str:
    """Return an item's name, and of a die only the number that it shows: the picture shows which die it is."""
    return item.partition(":")[2] if is_die(item) and ":" in item else item_name(item)


def is_die(item: str) -> bool:
    """Return whether an item is a die or a stake of dice rather than a card."""
    return DIE.fullmatch(item) is not None


def _unbroken(name: str) -> str:
    """Return a name in which nothing ends a sentence: what stands after its dots is not drawn, or a fixed space."""
    return re.sub(r"([.,:;!?])( |$)", lambda dot: dot[1] + ("\u00a0" if dot[2] else "\u00ad"), name)


class PlainRenderer(Renderer):
    """Says lines in plain words: no emoji, no Markdown, and seat numbers for names that no font can write."""

    def __init__(self, names: Mapping[int, str], *, drawn: bool = True) -> None:
        super().__init__({})
        self.names = {
            seat: _unbroken(drawn_name(name, _("Seat {n}").format(n=seat + 1))[:MOST_NAME])
            if drawn
            else visible_name(name)[:MOST_NAME]
            for seat, name in names.items()
        }

    def finished(self, sentence: str) -> str:
        """Return a sentence without Markdown."""
        return super().finished(bare(sentence))

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return items by name, and large numbers as they are."""
        match format_spec:
            case "item":
                return short_name(value)
            case "items":
                return in_a_row([*map(short_name, value)])
            case "listed":
                return listed([*map(short_name, value)])
            case "big":
                return str(value)
            case _:
                return super().format_field(value, format_spec)


_MARKDOWN = re.compile(r"\*\*|__|`|\\|<:\w+:\d+>")
_MINUS = re.compile(r"(?<!\w)-(?=\d)")
_TIME = re.compile(r"<t:\d+:\w>")
_PICTURE_SIGNS = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f]")


def bare(text: str) -> str:
    """Return words without Markdown and emoji."""
    text = _PICTURE_SIGNS.sub("", _TIME.sub("", _MARKDOWN.sub("", text)))
    return " ".join(_MINUS.sub("−", text).split())


class SeatFacts(NamedTuple):
    """A seat as a picture shows it.

    `low`: the second line of its plate. `note`: the last thing that it did, or said. `state`: `folded`, `out` or
    nothing. `time`: the share of its time that is left, None while nobody waits for it. `piles`: the open cards and
    dice before it, each pile with its name; `backs`: the number of hidden cards in its hand. `role`: whom it plays.
    """

    number: int
    name: str
    low: str = ""
    note: str = ""
    state: str = ""
    time: float | None = None
    marks: tuple[str, ...] = ()
    piles: tuple[Zone, ...] = ()
    backs: int = 0
    gauges: tuple[Gauge, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    bet: int = 0
    leads: bool = False
    grid: Grid | None = None
    role: str = ""


class Facts(NamedTuple):
    """Everything that a picture shows of a match that is played."""

    theme: str
    title: str
    emblem: tuple[str, ...]
    """The cards or dice that stand for the game."""
    step: str
    happened: str
    actor: int | None
    seats: tuple[SeatFacts, ...]
    viewer: int
    pot: int | None
    pot_words: str
    bets: int
    shared: tuple[Zone, ...]
    circle: Circle | None
    track: Track | None
    strip: Strip | None
    trick: Trick | None
    stack: tuple[tuple[str, str, str], ...]
    """What waits to happen, the newest last: its card, who plays it on whom, and what it will do."""
    result: str
    """How the match ended; empty while it is played."""
    quiet: tuple[Zone, ...]
    """Piles that are only counted, such as a deck."""

    @property
    def mine(self) -> SeatFacts | None:
        """The viewer's own seat; None for a spectator."""
        return next((seat for seat in self.seats if seat.number == self.viewer), None)

    @property
    def others(self) -> tuple[SeatFacts, ...]:
        """The other seats, from the viewer's left hand round; for a spectator all of them."""
        at = next((n for n, seat in enumerate(self.seats) if seat.number == self.viewer), None)
        return self.seats if at is None else (*self.seats[at + 1 :], *self.seats[:at])


def renderer_of(view: TableView, *, drawn: bool = True) -> PlainRenderer:
    """Return the renderer of a picture's words, or with `drawn` false of those that are read aloud."""
    use_match_cards(view.game.card_faces(view.played))
    return PlainRenderer(names_of(view), drawn=drawn)


def facts_of(view: TableView, renderer: Renderer) -> Facts:
    """Return what a picture shows of a match."""
    scene = view.scene
    assert scene is not None
    header, pots, trick = scene.first(SceneHeader), scene.first(Pots), scene.first(Trick)
    turn = latest(view, scene)
    in_trick = [trick.name] if trick is not None else []
    zones = [zone for zone in scene.every(Zone) if zone.owner is None and zone.items]
    pot, words = _pot(pots)
    return Facts(
        view.game.theme,
        _(header.title if header is not None else view.game.title),
        view.game.emblem,
        _step(header, renderer),
        happened_words(turn, scene, renderer),
        turn.seat if turn is not None else None,
        tuple(_seats(view, scene, renderer, pots)),
        scene.viewer,
        pot,
        words,
        sum(amount for _seat, amount in pots.bets) if pots is not None else 0,
        tuple(zone for zone in zones if zone.layout not in ("stock", "stack") and zone.name not in in_trick),
        scene.first(Circle),
        scene.first(Track),
        scene.first(Strip),
        trick,
        tuple(
            (
                each.items[0] if each.items else "",
                renderer.say(each.line),
                renderer.say(each.now) if each.now else word(each.text),
            )
            for stack in scene.every(Stack)
            for each in stack.items
        ),
        _result(scene, renderer),
        tuple(zone for zone in zones if zone.layout == "stock"),
    )


def _result(scene: Scene, renderer: Renderer) -> str:
    outcome = scene.first(SceneOutcome)
    return bare(headline_text(outcome, renderer)) if outcome is not None else ""


def _pot(pots: Pots | None) -> tuple[int | None, str]:
    if pots is None:
        return None, ""
    amount = sum(n for n, _seats in pots.pots)
    if pots.unit != "piece":
        return amount, _("{things} in the pot {amount}").format(
            things=_(pots.unit.capitalize()), amount=amount
        )
    words = _("{amount} for the winner") if pots.aside else _("Pot {amount}")
    return amount, words.format(amount=amount if pots.aside else number(amount))


def _step(header: SceneHeader | None, renderer: Renderer) -> str:
    if header is None or header.phase is None:
        return ""
    return renderer.say(header.phase)


def latest(view: TableView, scene: Scene) -> Turn | None:
    """Return the latest deed of a seat, or else the latest event.

    None before the first one, and while cards turn up, since it would tell the end.
    """
    log, trick = scene.first(Log), scene.first(Trick)
    if log is None or view.revealing:
        return None
    if trick is not None and trick.played:
        # the log tells a trick once it is taken, in one line
        seat, card = trick.played[-1]
        return Turn((Line(PLAYED, {"seat": seat, "card": card}),))
    lately = list(islice(turns_back(log.lines), LATELY))
    # a deed is news; cards that were dealt can be seen anyway
    # what needs a second sentence to explain it is one too
    deeds = (turn for turn in lately if turn.is_deed or turn.lines[0].text.startswith(SUBJECT.rstrip()))
    return next(deeds, lately[0] if lately else None)


def happened_words(turn: Turn | None, scene: Scene, renderer: Renderer) -> str:
    """Return the latest deed as a viewer reads it: their own as "You ..."."""
    if turn is None:
        return ""
    own = turn.is_deed and turn.seat == scene.viewer
    words = say_to_player(turn, renderer) if own else say_turn(turn, renderer)
    return words[:1].upper() + words[1:].removesuffix(".")


def waiting_for(scene: Scene, seat: int) -> list[OpenAsk]:
    """Return the open questions to a seat that everyone may know of."""
    return [ask for ask in scene.asks if ask.seat == seat and not ask.answered]


def _seats(view: TableView, scene: Scene, renderer: Renderer, pots: Pots | None) -> Sequence[SeatFacts]:
    zones: dict[int | None, list[Zone]] = defaultdict(list)
    for zone in scene.every(Zone):
        zones[zone.owner].append(zone)
    gauges = {row.seat: row for block in scene.every(Gauges) for row in block.seats}
    bets = dict(pots.bets) if pots is not None else {}
    rows = [row for block in scene.every(Seats) for row in block.rows]
    dealer = dealer_of(scene)
    best = max(bets.values(), default=0)
    return [
        SeatFacts(
            row.seat,
            renderer.name(row.seat),
            _low(scene, row, gauges.get(row.seat), renderer, aside=pots is not None and pots.aside),
            _note(view, row, renderer),
            _state(row, renderer),
            _time(view, scene, row),
            _marks(view, row, dealer),
            tuple(zone for zone in zones[row.seat] if _lies_open(zone, gauges.get(row.seat))),
            sum(item == BACK for zone in zones[row.seat] if zone.name == "hand" for item in zone.items),
            gauges[row.seat].gauges if row.seat in gauges else (),
            gauges[row.seat].counts if row.seat in gauges else (),
            bets.get(row.seat, 0),
            bets.get(row.seat, 0) == best > 0,
            grid_of(scene, row.seat),
            renderer.say(row.badge).partition(", ")[0] if row.badge is not None else "",
        )
        for row in rows
    ]


def _lies_open(zone: Zone, row: SeatGauges | None) -> bool:
    """Return whether a pile before a seat is shown: open cards and dice, unless they only say what a gauge says."""
    if zone.layout in ("stock", "stack") or all(item == BACK for item in zone.items):
        return False
    gauged = [f"{gauge.name} {gauge.value}" for gauge in row.gauges] if row is not None else []
    return not any(zone.name.endswith(each) for each in gauged)


def _low(scene: Scene, row: SeatRow, gauges: SeatGauges | None, renderer: Renderer, *, aside: bool) -> str:
    """Return the second line of a plate: money, the gauge in words, a count, or what the seat last did."""
    if row.money is not None and not aside:
        return f"{row.money:,}"
    if gauges is not None and gauges.gauges:
        gauge = gauges.gauges[0]
        if gauge.shape == "pips":
            return amount_of(gauge.value, gauge.name)
        if gauge.shape == "goal":
            return _("{hits} of {n}").format(hits=gauge.value, n=gauge.most)
    if gauges is not None and gauges.counts:
        name, n = gauges.counts[0]
        return amount_of(n, name)
    if row.note is not None and not row.out:
        return renderer.say(row.note)
    if row.asked:
        return _("to act")
    return pgettext("beside “You”", "waiting") if row.seat == scene.viewer else _("waiting")


def amount_of(n: int, name: str) -> str:
    """Return a number of a seat with the name of what it counts: `9 points`, `life: 8`."""
    return points_text(n) if name == POINTS else with_label(word(name), str(n))


def _note(view: TableView, row: SeatRow, renderer: Renderer) -> str:
    seat = view.table.seats.get(row.seat)
    if seat is not None and seat.left:
        return _("has left")
    if row.seat in view.vacations:
        return _("on vacation")
    return renderer.say(row.note) if row.note is not None else ""


def _state(row: SeatRow, renderer: Renderer) -> str:
    if not row.out:
        return ""
    return renderer.say(row.note) if row.note is not None else _("out")


def _time(view: TableView, scene: Scene, row: SeatRow) -> float | None:
    """Return the share of its time that a seat has left: all where nobody hurries, None if nobody waits for it."""
    if not row.asked or view.revealing:
        return None
    shares = [view.time_left[ask.id] for ask in waiting_for(scene, row.seat) if ask.id in view.time_left]
    return min(shares, default=1.0)


def _marks(view: TableView, row: SeatRow, dealer: int | None) -> tuple[str, ...]:
    seat = view.table.everyone.get(row.seat)
    if seat is None:
        return ()
    marks = []
    if seat.computer and seat.guest is None:
        marks.append(N_("computer"))
    elif seat.user_id is not None and seat.user_id == view.table.host and view.table.kind.hosted:
        marks.append(N_("host"))
    if seat.away and not seat.computer:
        marks.append(N_("away"))
    if row.seat == dealer:
        marks.append(N_("dealer"))
    return tuple(marks[:2])


def dealer_of(scene: Scene) -> int | None:
    """Return the seat that the step of the game names as its dealer."""
    header = scene.first(SceneHeader)
    values = header.phase.values if header is not None and header.phase is not None else {}
    dealer = values.get("dealer")
    return dealer if isinstance(dealer, int) else None


def waiting_words(scene: Scene, renderer: PlainRenderer) -> str:
    """Return the words about the players that the table waits for."""
    rows = [row for block in scene.every(Seats) for row in block.rows]
    asked = [row.seat for row in rows if row.asked]
    if any(row.seat == scene.viewer and row.out for row in rows):
        return _("You're out of this one.")
    if len(asked) == 1 and asked[0] != scene.viewer:
        return _("{name} is thinking …").format(name=renderer.name(asked[0]))
    return _("Waiting for the others …")


def price_of(scene: Scene, ask: OpenAsk | None) -> tuple[str, str]:
    """Return what staying in costs a seat now, and what it can win by that; empty unless bets lie on the table."""
    pots = scene.first(Pots)
    if (
        ask is None
        or ask.kind != "bet"
        or pots is None
        or not pots.bets
        or pots.aside
        or pots.unit != "piece"
    ):
        return "", ""
    bets = dict(pots.bets)
    own = bets.get(ask.seat, 0)
    rows = (row for block in scene.every(Seats) for row in block.rows)
    has = next((row.money for row in rows if row.seat == ask.seat), None)
    if has is None:
        return "", ""
    need = min(max(bets.values()) - own, has)
    if need <= 0:
        return "", ""
    # of a larger bet than the seat can match it wins its own size alone
    won = sum(n for n, seats in pots.pots if ask.seat in seats)
    won += sum(min(bet, own + need) for other, bet in bets.items() if other != ask.seat) + own
    call = _("{need} to call (all in)") if need == has else _("{need} to call")
    gain = _("to win {won} · has {has}")
    if ask.seat == scene.viewer:
        gain = _("to win {won} · you have {has}")
    gain = gain.format(won=number(won), has=number(has))
    return call.format(need=number(need)), gain
