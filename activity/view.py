"""A view: all that one viewer may see of a table, as JSON in sections, so that a change sends those that differ.

It is made from a `TableView` and nothing else. Its form is written in `web/src/view.ts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from activity.blocks import Json, blocks_of, plain
from activity.controls import controls_of, field_json, lesson_controls
from activity.prompts import prompts_of, time_of
from bot.face.art.palette import person_hue
from bot.face.table.company import proposal_line, standing, waiting_words
from bot.face.table.facts import SeatFacts, bare, dealer_of, facts_of, waiting_for
from bot.face.table.hands import shown_items
from bot.face.table.headline import title_and_facts
from bot.face.table.names import names_of, newcomers
from bot.face.table.outcome import change_words, find_outcome, headline_text, personal_text, worth
from bot.face.table.settings import SettingField, first_fields, table_fields, variant_fields
from bot.face.table.stakes import about_line, own_points_line, risk_of_seat, stakes_line
from bot.face.table.waiting import computer_words, idle_words, is_out, left_words, out_words, timed_out_words
from bot.face.text.card_names import use_match_cards
from bot.face.text.game_lines import game_choices
from bot.face.text.runs import Runs, RunsRenderer
from bot.face.text.templates import capital, inside, word
from bot.face.text.turns import Turn, by_turn, say_turn
from bot.language import N_, _, reader_language
from bot.members.names import visible_name
from bot.tables.state import Seat
from bot.tables.view import TableView
from games.computer.levels import words_of
from games.engine.match_state import LOG_LINES
from games.engine.scene import (
    BACK,
    CardFace,
    Line,
    Log,
    Scene,
    SceneOutcome,
    Seats,
)

LOGGED = 25
"""The number of latest turns of the log that are shown."""
MOST_TURNS = 400
"""Turns whose words a table keeps; all viewers' latest are fewer."""
NO_TABLE = N_("There's no table in this channel yet.")
WATCHING = N_("You're watching. Sit down to play the next hand.")
SUSPENDED = N_(
    "This hand can't go on: its record and the rules disagree. Your stakes are safe. "
    "An admin will refund them or wait for an update."
)


@dataclass(slots=True, eq=False)
class Sections:
    """A view taken apart: values by path, `prompts.17`, and the log, which grows at its end."""

    values: dict[str, Any]
    log: list[Runs]
    cards: Mapping[str, CardFace] = field(default_factory=dict)
    """The match's own cards, by which its items are told and drawn."""
    latest: Any = None
    """The content that the latest page was sent for it; the next one often needs the same (`activity.frames`)."""


class Turns:
    """The turns of one table's log in words, which stay the same for every viewer and every change.

    A turn is known by the values of the events that it tells; those are kept, so that no others are taken for them.
    """

    def __init__(self) -> None:
        self._names: Mapping[int, str] = {}
        self._said: dict[tuple[str, tuple[tuple[str, int], ...]], tuple[Runs, tuple[Line, ...]]] = {}

    def say(self, lines: Sequence[Line], renderer: RunsRenderer) -> list[Runs]:
        """Return the latest turns in words."""
        if self._names != renderer.names or len(self._said) > MOST_TURNS:
            self._names, self._said = dict(renderer.names), {}
        turns = by_turn(lines)
        if len(lines) == LOG_LINES:
            # the events before the first are gone, so its turn may lack its beginning
            turns = turns[1:]
        return [self._turn(turn, renderer) for turn in turns[-LOGGED:]]

    def _turn(self, turn: Turn, renderer: RunsRenderer) -> Runs:
        key = reader_language(), tuple((line.text, id(line.values)) for line in turn.lines)
        known = self._said.get(key)
        if known is None:
            self._said[key] = known = (renderer.runs(say_turn(turn, renderer)), turn.lines)
        return known[0]


def sections_of(
    view: TableView,
    past: Json | None = None,
    *,
    lesson: Json | None = None,
    turns: Turns | None = None,
    settings: bool = False,
) -> Sections:
    """Return a view in sections.

    `past`: the step of a match that the viewer looks back at. `lesson`: that of a lesson that they take.
    `turns`: the words of this table's log so far.
    `settings`: with all that a host may set, which is long.
    """
    cards = view.game.card_faces(view.played)
    use_match_cards(cards)
    renderer = RunsRenderer(names_of(view))
    scene = view.scene
    seat = view.table.everyone.get(view.viewer)
    title, facts = title_and_facts(view, scene, renderer) if scene is not None else (_(view.game.title), [])
    shown, prompts = dict(blocks_of(view, renderer)), dict(prompts_of(view, renderer))
    if past is not None:
        for prompt in prompts.values():
            prompt["time"] = None
    played = facts_of(view, renderer) if scene is not None else None
    values: dict[str, Any] = {
        "table": _table(view, title),
        "me": view.viewer if seat is not None else None,
        "seats": list(_seats(view, scene, played.seats if played is not None else (), renderer)),
        "head": renderer.runs(" · ".join(facts)),
        "happened": renderer.runs(played.happened) if played is not None else [],
        "waits": renderer.runs(_waits(view, scene, seat, renderer, asked=bool(prompts))),
        "order": list(shown),
        "controls": _controls(view, renderer, past, lesson),
        "result": _result(view, scene, renderer),
        "lobby": _lobby(view, seat, renderer, settings=settings) if lesson is None else None,
        "past": past,
        "lesson": lesson,
    }
    values |= {f"blocks.{name}": block for name, block in shown.items()}
    values |= {f"prompts.{name}": prompt for name, prompt in prompts.items()}
    log = scene.first(Log) if scene is not None else None
    turns = Turns() if turns is None else turns
    return Sections(values, turns.say(log.lines, renderer) if log is not None else [], cards)


def _controls(view: TableView, renderer: RunsRenderer, past: Json | None, lesson: Json | None) -> list[Json]:
    if past is not None:
        return []
    return lesson_controls(over=lesson["over"]) if lesson is not None else controls_of(view, renderer)


def without_table() -> Sections:
    """Return the view of a channel that has no table: one can be opened there."""
    field = field_json(SettingField("game", _("Game"), game_choices()))
    nothing: dict[str, Any] = {
        "table": {
            "id": 0,
            "match": None,
            "title": "Dicenight",
            "theme": "parlour",
            "emblem": [BACK],
            "phase": "closed",
            "free": True,
            "race": False,
            "hidden": False,
        },
        "me": None,
        "seats": [],
        "head": [],
        "happened": [],
        "waits": [_(NO_TABLE)],
        "order": [],
        "controls": [
            {"what": "open", "with": {}, "words": _("Open a table"), "place": "primary", "asks": field},
        ],
        "result": None,
        "lobby": None,
        "past": None,
        "lesson": None,
    }
    return Sections(nothing, [])


def whole(sections: Sections) -> Json:
    """Return a view in one piece."""
    view: Json = {"blocks": {}, "prompts": {}, "log": sections.log}
    for path, value in sections.values.items():
        name, _, entry = path.partition(".")
        if entry:
            view[name][entry] = value
        else:
            view[name] = value
    return view


def _table(view: TableView, title: str) -> Json:
    table = view.table
    return {
        "id": table.id,
        "match": table.match_id,
        "title": title,
        "theme": view.game.theme,
        "emblem": list(view.game.emblem),
        "phase": _phase(view),
        "free": view.free,
        "race": view.scene is not None and any(ask.clock == "race" for ask in view.scene.asks),
        "hidden": table.access.hidden_in is not None or not table.kind.in_channel,
    }


def _phase(view: TableView) -> str:
    if view.table.phase in ("closed", "suspended"):
        return view.table.phase
    if view.scene is None:
        return "lobby"
    if view.scene.over:
        return "over"
    return "revealing" if view.revealing else "playing"


# ---- seats


def _seats(
    view: TableView, scene: Scene | None, facts: Collection[SeatFacts], renderer: RunsRenderer
) -> Iterator[Json]:
    """Yield the seats of the match that is shown, and those that were taken since."""
    rows = [row for block in scene.every(Seats) for row in block.rows] if scene is not None else []
    dealer = dealer_of(scene) if scene is not None else None
    shown = {fact.number: fact for fact in facts}
    for row in rows:
        fact = shown[row.seat]
        yield {
            **_person(view, row.seat, renderer, dealer),
            "low": renderer.runs(fact.low),
            "note": renderer.runs(fact.note),
            "badge": renderer.line(row.badge),
            "out": row.out,
            "asked": row.asked and not view.revealing,
            "time": _time(view, scene, row.seat) if row.asked and scene is not None else None,
            "bet": fact.bet,
            "leads": fact.leads,
            "gauges": plain(fact.gauges, renderer),
            "counts": [[word(name), n] for name, n in fact.counts],
        }
    for seat in view.table.in_order():
        if seat.number not in shown and not seat.left:
            yield {
                **_person(view, seat.number, renderer, None, new=bool(rows)),
                "low": renderer.runs(_points_or_computer(view, seat)),
                "note": [],
                "badge": [],
                "out": False,
                "asked": False,
                "time": None,
                "bet": 0,
                "leads": False,
                "gauges": [],
                "counts": [],
            }


def _points_or_computer(view: TableView, seat: Seat) -> str:
    if seat.computer:
        return inside(_(capital(word(words_of(view.game.strength(seat.policy or ""))))))
    return _("for points") if not seat.pays and not view.table.settings.free else ""


def _person(
    view: TableView, number: int, renderer: RunsRenderer, dealer: int | None, *, new: bool = False
) -> Json:
    """Return the person in a seat, and its small marks."""
    seat, table = view.table.everyone.get(number), view.table
    taken = newcomers(view).get(number)
    person = seat.person if seat is not None else None
    marks = []
    if seat is not None:
        resting = view.scene is None or view.scene.over
        holds = {
            "host": table.kind.hosted and seat.member is not None and seat.member == table.host,
            "cohost": seat.user_id in table.access.cohosts,
            "dealer": number == dealer,
            "away": seat.away and not seat.computer,
            "ready": resting and seat.ready and view.scene is not None,
            "left": seat.left,
            "sits_out": bool(seat.sits_out),
            "vacation": number in view.vacations,
            "new": new or taken is not None,
        }
        marks = [mark for mark, held in holds.items() if held]
    return {
        "seat": number,
        "name": visible_name(taken) if taken is not None else renderer.plain_name(number),
        "user": str(person) if person is not None else None,
        "hue": person_hue(number),
        "computer": seat is not None and seat.policy is not None,
        "talk": _(view.table_talk[number]) if number in view.table_talk else "",
        "marks": marks,
    }


def _time(view: TableView, scene: Scene, seat: int) -> Json | None:
    """Return the time of a seat's most urgent question."""
    times = [time for ask in waiting_for(scene, seat) if (time := time_of(view, ask.id)) is not None]
    return min(times, key=lambda time: int(time["until"]), default=None)


# ---- words


def _waits(
    view: TableView, scene: Scene | None, seat: Seat | None, renderer: RunsRenderer, *, asked: bool
) -> str:
    """Return the words for a viewer of whom nothing is asked, or who should know something first."""
    table = view.table
    if table.phase == "suspended":
        return _(SUSPENDED)
    resting = scene is None or scene.over
    if seat is None:
        if not resting:
            return _(WATCHING)
        return standing(view) if table.kind.hosted else table.kind.standing_line(view.gather_until)
    if resting:
        own = waiting_words(view, seat) if table.kind.hosted else table.kind.standing_line(view.gather_until)
        lines = [own, proposal_line(view), own_points_line(view, seat), risk_of_seat(view)]
        return "\n".join(filter(None, lines))
    assert scene is not None
    lines = [computer_words(view, seat)]
    if seat.left:
        return "\n".join(filter(None, [left_words(view, seat), *lines]))
    if view.timed_out is not None:
        lines.append(timed_out_words(view, seat, renderer))
    if view.sits_out:
        lines.append(view.sits_out)
    elif not asked and not view.revealing:
        lines.append(
            out_words(view) if is_out(scene, seat.number) else idle_words(scene, seat.number, renderer)
        )
    return "\n".join(filter(None, lines))


# ---- before and after a match


def _lobby(view: TableView, seat: Seat | None, renderer: RunsRenderer, *, settings: bool) -> Json | None:
    """Return what is to be decided before a match; nothing while one is played."""
    table, game = view.table, view.game
    if (view.scene is not None and not view.scene.over) or table.phase in ("closed", "suspended"):
        return None
    low, high = game.limits(view.options)
    seated = len(table.seats)
    hosts = seat is not None and (seat.member == table.host or seat.user_id in table.access.cohosts)
    hosted = table.kind.hosted
    may_set = hosted and hosts
    fields = [*first_fields(view), *variant_fields(view), *table_fields(view)] if may_set and settings else []
    return {
        "pitch": _(game.pitch),
        "about": about_line(view),
        "stakes": renderer.runs(stakes_line(view)),
        "free": max(0, (table.kind.chairs or high) - seated),
        "missing": max(0, low - seated),
        "options": renderer.runs(" · ".join(_options(view))),
        "settings": [field_json(field) for field in fields],
        "may_set": may_set,
    }


def _options(view: TableView) -> Iterator[str]:
    """Yield the variants in use."""
    fields = view.game.options.model_fields
    for name, value in view.table.options.items():
        shown = fields[name].title or name
        if value is True:
            yield shown
        elif value is not False:
            yield f"{shown}: {str(value).replace('_', ' ')}"


def _result(view: TableView, scene: Scene | None, renderer: RunsRenderer) -> Json | None:
    outcome = find_outcome(scene)
    if scene is None or outcome is None:
        return None
    best = outcome.highlights
    return {
        "degree": outcome.degree,
        "headline": renderer.runs(bare(headline_text(outcome, renderer))),
        "personal": renderer.runs(personal_text(outcome, renderer) or ""),
        "title": outcome.title or view.game.title,
        "over": scene.over,
        "rows": list(_result_rows(scene, outcome, renderer)),
        "notes": [*renderer.lines(outcome.notes), *renderer.lines(view.remarks)],
        "moment": renderer.line(best.moment),
        "then": renderer.line(best.then),
        "items": list(best.items),
        "pot": best.pot,
        "course": plain(best.course, renderer),
    }


def _result_rows(scene: Scene, outcome: SceneOutcome, renderer: RunsRenderer) -> Iterator[Json]:
    for row in outcome.rows:
        yield {
            "seat": row.seat,
            "place": row.place,
            "change": change_words(row.change),
            "gain": worth(row),
            "points": row.points,
            "reason": renderer.line(row.reason),
            "items": list(shown_items(scene, row.seat)),
        }
