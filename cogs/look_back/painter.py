"""One step of a past match: the table and the member's hand as they were, and the buttons to other steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from bot.face.text.emoji_text import render_within_limits
from bot.face.text.templates import safe_name
from bot.tables.view import TableView
from cogs.look_back.service import PlayedMatch
from cogs.ui import custom_ids
from cogs.ui.blocks.zones import own_zone
from cogs.ui.components import BLUE, GREY, Json, button, container, message, option, rows, select, text
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.offers import beside_moment
from cogs.ui.table.table_message import below_result, shown_parts
from cogs.ui.theme import accent_of, renderer_for
from db import MatchSummary
from games.engine import RAIL, Answer, Match, Zone
from games.registry import GAMES, game_title

PREFIX = "look"
"""Custom ids: `look:<match>:<step>:<eyes>:<verb>`, and `look:list` for the menu of matches."""
LIST = "list"
Eyes = Literal["mine", "all"]
ANSWERS = frozenset({Kind.ANSWER, Kind.SEALED, Kind.CONFIRM})
"""Kinds of controls whose custom id holds the whole answer."""
LABELLED = frozenset({*ANSWERS, Kind.AMOUNT, Kind.STEP})
MOST_CHOICES = 12
"""Choices that are named; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a match: the match, the step (None: the viewer's first decision), and the viewpoint."""

    match: int
    step: int | None
    eyes: Eyes = "mine"
    verb: str = "go"

    @classmethod
    def beginning(cls, match: int) -> Position:
        """Return the position at which looking back begins."""
        return cls(match, None)

    @classmethod
    def parse(cls, rest: str) -> Position | None:
        """Read what follows the prefix of a custom id; None if it is malformed, since ids come from outside."""
        match rest.split(":"):
            case [number, step, "mine" | "all" as eyes, verb] if number.isdecimal() and len(number) <= 15:
                if step == "":
                    return cls(int(number), None, eyes, verb)
                if step.isdecimal() and len(step) <= 9:
                    return cls(int(number), int(step), eyes, verb)
        return None

    def custom_id(self, verb: str, step: int | None = None, eyes: Eyes | None = None) -> str:
        """Return the id of a control that leads to another position; the verb makes ids within one message differ."""
        target = self.step if step is None else step
        return f"{PREFIX}:{self.match}:{'' if target is None else target}:{eyes or self.eyes}:{verb}"


@below_result
def button_below_result(view: TableView) -> Iterable[Json]:
    """Yield the button below a result that looks back at its match."""
    yield button("Look back", custom_ids.verb(view.table.id, "look"))


@beside_moment
def button_beside_moment(match: int, step: int, kind: str) -> Iterable[Json]:
    """Yield the button that shows a moment of a match; `kind` makes the ids within one message differ."""
    yield button("Look back", Position(match, step or None).custom_id(f"open{kind}"))


def step_message(
    played: PlayedMatch, position: Position, match: Match, *, chance: float | None = None, shared_by: str = ""
) -> Json:
    """Return one step as the member saw it, with controls; `shared_by` makes it a public message without them."""
    return render_within_limits(lambda: _step_message(played, position, match, chance, shared_by))


def _step_message(
    played: PlayedMatch, position: Position, match: Match, chance: float | None, shared_by: str
) -> Json:
    step = position.step or 0
    viewer = played.viewer(step)
    head = f"{played.game.title}, match {played.number}, step {step} of {played.last}"
    lead = f"**{safe_name(shared_by)}** looks back. {head}" if shared_by else f"Looking back. {head}"
    parts = [text(f"-# {lead}"), *shown_parts(played.view(match, RAIL))]
    if position.eyes == "all":
        parts.append(text(_all_hands(played, match)))
    elif viewer != RAIL and not match.over:
        parts += _own_parts(played, match, viewer, step, chance, owner=shared_by)
    if not shared_by:
        parts += _controls(played, position)
    return message(container(parts, accent_of(played.game)), ephemeral=not shared_by)


def _own_parts(
    played: PlayedMatch, match: Match, viewer: int, step: int, chance: float | None, owner: str
) -> list[Json]:
    """Return the member's own panel at that moment, and the answer that they gave."""
    controls = list[Json]()
    lines = list[str]()
    for part in hand_panel(played.view(match, viewer))["components"][0]["components"]:
        _sort(part, lines, controls)
    if owner and lines:
        lines[0] = f"**{safe_name(owner)}'s hand**"
    choices = _choices(controls)
    if choices and match.asks_of(viewer):
        more = f" and {len(choices) - MOST_CHOICES} more" if len(choices) > MOST_CHOICES else ""
        lines.append(f"-# Choices: {' · '.join(choices[:MOST_CHOICES])}{more}")
        if chance is not None:
            lines.append(f"Chance to win here: about {round(100 * chance)} %, going by what you could see.")
        answered = _answered(played, controls, viewer, step)
        if answered:
            lines.append(f"→ **{answered}**")
    return [text("\n".join(lines))]


def _sort(part: Json, lines: list[str], controls: list[Json]) -> None:
    """Sort the parts of a panel into texts and controls."""
    match part["type"]:
        case 1:
            controls += part["components"]
        case 9:
            lines += [inner["content"] for inner in part["components"]]
            controls.append(part["accessory"])
        case 10:
            lines.append(part["content"])


def _choices(controls: Sequence[Json]) -> list[str]:
    labels = []
    for control in controls:
        read = custom_ids.read(control["custom_id"])
        if read is not None and read.kind in LABELLED and "label" in control:
            labels.append(control["label"])
        elif read is not None and read.kind in (Kind.SELECT, Kind.STEP):
            labels += [line["label"] for line in control.get("options", ())]
    return list(dict.fromkeys(labels))


def _answered(played: PlayedMatch, controls: Sequence[Json], viewer: int, step: int) -> str:
    """Return the label of the member's answer at this step; empty if it had no button of its own."""
    if step >= played.last or played.rows[step].seat != viewer:
        return ""
    given: Answer = played.rows[step].answer
    for control in controls:
        read = custom_ids.read(control["custom_id"])
        if read is not None and read.kind in ANSWERS and read.answer == given:
            return str(control.get("label", ""))
        if read is not None and read.kind is Kind.SELECT:
            for line in control.get("options", ()):
                if line["value"] in (f"{custom_ids.KEY}{given}", str(given)):
                    return str(line["label"])
    return f"{given}" if isinstance(given, int) else ""


def _all_hands(played: PlayedMatch, match: Match) -> str:
    """Return every seat's cards, hidden or not."""
    renderer = renderer_for(played.view(match, RAIL))
    lines = []
    for seat in match.table.ring:
        scene = match.scene(seat)
        held = [
            own_zone(block)
            for block in scene.blocks
            if isinstance(block, Zone) and block.owner == seat and block.items
        ]
        if held:
            lines.append(f"**{renderer.name(seat)}**: {' · '.join(held)}")
    return "\n".join(["**All hands**", *(lines or ["Nobody held anything."])])


def _controls(played: PlayedMatch, position: Position) -> Iterator[Json]:
    step, last = position.step or 0, played.last
    mine = played.next_decision(step)
    other: Eyes = "all" if position.eyes == "mine" else "mine"
    yield from rows(
        [
            button("First", position.custom_id("first", 0), disabled=step == 0),
            button("Back", position.custom_id("back", max(0, step - 1)), disabled=step == 0),
            button(
                "Forward", position.custom_id("forward", min(last, step + 1)), BLUE, disabled=step == last
            ),
            button("Last", position.custom_id("last", last), disabled=step == last),
        ]
    )
    below = [
        button("My next decision", position.custom_id("mine", mine or 0), disabled=mine is None),
        button(
            "All hands" if other == "all" else "As I saw it", position.custom_id("eyes", step, other), GREY
        ),
        button("Share this step", position.custom_id("share", step)),
        button("Share the match", position.custom_id("whole", step)),
    ]
    yield from rows(below)


def invitation(played: PlayedMatch, name: str) -> Json:
    """Return the public message that shares a whole match: each reader sees it from their own seat."""
    look = button("Look back", Position.beginning(played.number).custom_id("open"), BLUE)
    sentence = f"**{safe_name(name)}** shares a game of {played.game.title}, match {played.number}."
    return message(container([text(sentence), *rows([look])], accent_of(played.game)))


def match_list(matches: Sequence[MatchSummary]) -> Json:
    """Return a member's last matches with a menu that opens one."""
    lines = [option(_title(match), str(match.id), _day(match)) for match in matches]
    body = text("## Your matches\nPick one, and look at it step by step.")
    menu = select("Which match?", f"{PREFIX}:{LIST}", lines)
    return message(container([body, menu], accent_of(GAMES[matches[0].game])), ephemeral=True)


def _title(match: MatchSummary) -> str:
    return f"{game_title(match.game)}, match {match.id}"


def _day(match: MatchSummary) -> str:
    return f"{datetime.fromtimestamp(match.closed or match.opened, UTC):%-d %b %Y, %H:%M} UTC"
