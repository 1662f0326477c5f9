"""From a view to the table message: lobby, play or showdown.

A painter a block kind, none a game. Everything shown comes from `TableView.scene`, which holds only what
its viewer may see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.grids import grid_lines, grid_of
from cogs.ui.blocks.response_window import find_stack, find_window, stack_text, window_buttons, window_text
from cogs.ui.blocks.score_sheets import sheet_texts
from cogs.ui.blocks.showdown import find_outcome, outcome_lines
from cogs.ui.blocks.zones import shared_zones, zone_text
from cogs.ui.components import GREEN, GREY, ROW, Json, button, container, message, rows, separator, text
from cogs.ui.fair_play import dealt_line, next_words_line
from cogs.ui.questions import public_buttons
from cogs.ui.table.lobby import gathering, lobby, seat_list
from cogs.ui.text.emoji_text import render_within_limits
from cogs.ui.text.templates import Renderer
from cogs.ui.theme import accent, accent_of, headline, money_kind_of, renderer_for
from cogs.ui.toy_shop import after_tickets
from games.engine import (
    Demonstration,
    Game,
    Invitation,
    Log,
    OpenAsk,
    Scene,
    SceneOutcome,
    SeatRow,
    Seats,
    Zone,
)

LAST_EVENTS = 3
"""So many are told on the table message; the log tells the rest."""


def table_message(view: TableView) -> Json:
    """Return the message in the channel: lobby, play or showdown."""
    return render_within_limits(lambda: _table_message(view))


def _table_message(view: TableView) -> Json:
    if view.table.phase == "closed":
        return closed_message(view, "This table has closed.")
    if view.table.phase == "suspended":
        parts = [
            text(f"## {view.game.title}"),
            text(
                "This hand can't go on: its record and the rules disagree. Your stakes are safe. "
                "An admin will refund them or wait for an update."
            ),
        ]
        return message(container(parts, accent(view)))
    if view.scene is not None and not view.scene.over:
        is_pause = find_outcome(view.scene) is not None
        return message(container(_between(view) if is_pause else _play(view), accent(view)))
    if view.scene is not None:
        return message(container(_showdown(view), accent(view)))
    return message(container(lobby(view), accent(view)))


def closed_message(view: TableView, sentence: str) -> Json:
    """Return a closed table: its last result without controls, and the seed by which the luck can be checked."""
    shown = view.scene is not None and view.scene.over
    parts = _result_parts(view) if shown else [text(f"## {view.game.title}")]
    parts.append(text(sentence))
    parts.append(
        text(
            f"-# The luck of this table is open now. Its secret was `{view.table.seed}`, with the fingerprint "
            f"`{view.table.fingerprint}`. Check any hand with `/verify`."
        )
    )
    return message(container(parts, accent(view)))


def shown_parts(view: TableView) -> list[Json]:
    """Return a match as the table message shows it, without controls."""
    scene = view.scene
    assert scene is not None
    parts = _result_parts(view) if find_outcome(scene) is not None else _play(view)
    return [part for part in parts if part["type"] != ROW]


def demonstration(game: Game, rules: Sequence[Demonstration]) -> Json:
    """The rules that are new in the next game, each in a sentence and with a result under it (GEN-R6)."""
    shown = [f"**{rule.title}** · {rule.rule}\n-# For example: {rule.example}" for rule in rules]
    lines = "\n".join(shown)
    return message(container([text(f"### {game.title}, the next game\n{lines}")], accent_of(game)))


def _play(view: TableView) -> list[Json]:
    scene = view.scene
    assert scene is not None
    renderer = renderer_for(view)
    parts = [text(headline(view, scene, renderer)), text(_seat_rows(view, scene, renderer))]
    zones = shared_zones(scene)
    if zones:
        parts.append(text("\n".join(zones)))
    parts += map(text, sheet_texts(scene, renderer))
    stack, window = find_stack(scene), find_window(scene)
    if stack is not None:
        parts.append(text(stack_text(stack, renderer)))
    if window is not None:
        parts.append(text(window_text(view, window, renderer)))
    log = _log(scene, renderer, LAST_EVENTS)
    if log:
        parts += [separator(), text(log)]
    dealt = dealt_line(view, renderer)
    if dealt:
        parts.append(text(f"-# {dealt}"))
    if view.revealing:
        return parts
    buttons = list(window_buttons(view, window)) if window else list(public_buttons(view, scene, renderer))
    for block in scene.blocks:
        if isinstance(block, Invitation):
            buttons.append(button(renderer.say(block.line), custom_ids.verb(view.table.id, "rail")))
    to_hand = custom_ids.verb(view.table.id, "hand")
    if all(each["custom_id"] != to_hand for each in buttons):
        buttons.append(button("My hand", to_hand, GREY))
    if view.game.stake and sum(not seat.left for seat in view.table.seats.values()) < view.game.seats[1]:
        buttons.append(button("Sit down", custom_ids.verb(view.table.id, "sit")))
    parts += rows(buttons)
    return parts


def _seat_rows(view: TableView, scene: Scene, renderer: Renderer) -> str:
    zones = defaultdict[int | None, list[Zone]](list)
    for block in scene.blocks:
        if isinstance(block, Zone):
            zones[block.owner].append(block)
    lines = []
    for block in scene.blocks:
        if isinstance(block, Seats):
            lines += [_seat_row(view, row, zones[row.seat], renderer) for row in block.rows]
    return "\n".join(lines)


def _seat_row(view: TableView, row: SeatRow, zones: list[Zone], renderer: Renderer) -> str:
    seat = view.table.seats.get(row.seat)
    name = renderer.name(row.seat)
    name = f"~~{name}~~" if row.out else f"**{name}**"
    parts = [f"{'▸' if row.asked else '◦'} {name}"]
    if row.money is not None:
        parts.append(str(row.money))
    open_asks = _asks_of(view, row.seat)
    if row.asked and not (row.note and any(ask.clock == "race" for ask in open_asks)):
        due = min((view.deadlines[ask.id] for ask in open_asks if ask.id in view.deadlines), default=None)
        parts.append("to act" + (f", until <t:{int(due)}:T>" if due is not None else ""))
    elif row.note is not None:
        parts.append(renderer.say(row.note))
    if seat is not None and seat.guest is not None:
        own = view.table.seat_of(seat.guest)
        parts.append(f"played by {renderer.name(own.number)}" if own is not None else "played by a guest")
    if seat is not None and seat.left:
        parts.append("has left")
    elif seat is not None and seat.away and not row.asked:
        parts.append("away")
    shown = [zone_text(zone) for zone in zones]
    grid = grid_of(view.scene, row.seat) if view.scene is not None else None
    line = " · ".join(parts + [zone for zone in shown if zone])
    pictured = view.table.settings.pictures
    return "\n".join([line, *(grid_lines(grid.piles, pictured=pictured) if grid is not None else [])])


def _asks_of(view: TableView, seat: int) -> list[OpenAsk]:
    scene = view.scene
    return [ask for ask in scene.asks if ask.seat == seat and not ask.answered] if scene else []


def _log(scene: Scene, renderer: Renderer, most: int) -> str:
    for block in scene.blocks:
        if isinstance(block, Log):
            return " ".join(renderer.say(line) for line in block.lines[-most:])
    return ""


def _between(view: TableView) -> list[Json]:
    """Return the ending of one game of a night, with the way on to the next."""
    scene = view.scene
    assert scene is not None
    buttons = public_buttons(view, scene, renderer_for(view))
    return [*_result_parts(view), *rows([*buttons, button("Log", custom_ids.verb(view.table.id, "log"))])]


def _result_parts(view: TableView) -> list[Json]:
    """Return an ending without controls: headline, a line a seat, what was turned up, and the reasons."""
    scene = view.scene
    assert scene is not None
    renderer = renderer_for(view)
    outcome = next(block for block in scene.blocks if isinstance(block, SceneOutcome))
    # where only points are played for, the game itself tells them
    result_lines = outcome_lines(
        scene, renderer, money=money_kind_of(view) != "points", pictured=view.table.settings.pictures
    )
    lines = [f"## {outcome.title or view.game.title}", *result_lines]
    notes = [renderer.say(line) for line in outcome.notes]
    notes += filter(None, (dealt_line(view, renderer), next_words_line(view, renderer)))
    if view.free and money_kind_of(view) != "points":
        notes.append("You played for fun, so no money changed hands.")
    parts = [text("\n".join(lines))]
    shared = shared_zones(scene)
    if shared:
        parts.append(text("\n".join(shared)))
    parts += map(text, sheet_texts(scene, renderer))
    if notes:
        parts.append(text("-# " + " ".join(notes)))
    if view.remarks:
        parts.append(text("\n".join(f"-# {renderer.say(line)}" for line in view.remarks)))
    return parts


def _showdown(view: TableView) -> list[Json]:
    scene = view.scene
    assert scene is not None
    parts = _result_parts(view)
    if view.gather_until is not None:
        parts.append(text(gathering(view)))
    high = view.game.limits(view.options)[1]
    parts.append(text(seat_list(view, high)))
    table = view.table.id
    buttons = [
        button("Again", custom_ids.verb(table, "again"), GREEN),
        button("Sit down", custom_ids.verb(table, "sit")),
        button("Change game", custom_ids.verb(table, "settings")),
        button("Leave", custom_ids.verb(table, "leave")),
        button("Log", custom_ids.verb(table, "log")),
        button("Look back", custom_ids.verb(table, "look")),
        button("How was it dealt?", custom_ids.verb(table, "dealt")),
        button("How to play", custom_ids.verb(table, "rules")),
        *after_tickets(scene),
    ]
    return [*parts, *rows(buttons)]
