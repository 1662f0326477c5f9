"""From a view to the table message: lobby, play or showdown.

A painter a block kind, none a game. Everything shown comes from `TableView.scene`, which holds only what
its viewer may see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice

from bot.face.table.company import has_room, standing
from bot.face.table.headline import money_kind_of, pieces_aside
from bot.face.table.names import renderer_for
from bot.face.table.outcome import find_outcome
from bot.face.table.questions import find_window, public_question, window_text
from bot.face.text.emoji_text import MOST_TEXT, count_emoji_and_letters, render_within_limits
from bot.face.text.templates import Renderer, time_until
from bot.face.text.turns import Turn, say_turn, turns_back
from bot.language import _, listed, pgettext, with_label
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.grids import grid_lines
from cogs.ui.blocks.response_window import find_stack, stack_text, window_buttons
from cogs.ui.blocks.score_sheets import sheet_texts
from cogs.ui.blocks.showdown import outcome_lines
from cogs.ui.blocks.zones import lies_open, shared_zones, zone_text
from cogs.ui.components import GREEN, GREY, ROW, Json, button, container, message, note, rows, separator, text
from cogs.ui.fair_play import dealt_line, next_words_line
from cogs.ui.offers import leads_on, on_table, to_share
from cogs.ui.questions import FEW_ON_TABLE, public_buttons
from cogs.ui.table.lobby import lobby, seats_line
from cogs.ui.theme import accent, headline, more_button
from games.engine.scene import (
    Block,
    Grid,
    Invitation,
    Log,
    Pots,
    Scene,
    SceneOutcome,
    SeatRow,
    Seats,
    Zone,
)

LAST_EVENTS = 3
"""The number of latest turns on the table message; the log has the rest."""
LAST_PICTURED = 2
"""The same next to a picture, which shows their result."""
LATEST = 2
"""The most rows of a score sheet next to a picture; the details have them all."""


def table_message(view: TableView, *, pictured: bool = False) -> Json:
    """Return the message in the channel: lobby, play or showdown.

    `pictured`: a picture goes with it, and the text leaves out what that shows.
    """
    return _of_fewer_rows(lambda latest: _table_message(view, pictured, latest))


def _of_fewer_rows(paint: Callable[[int | None], Json]) -> Json:
    """Return a message with all rows of its score sheets; only with the latest if it is too long."""
    payload = render_within_limits(lambda: paint(None))
    if count_emoji_and_letters(payload)[1] > MOST_TEXT:
        # looking back at the match shows all of them
        payload = render_within_limits(lambda: paint(LATEST))
    return payload


def _table_message(view: TableView, pictured: bool, latest: int | None) -> Json:
    if view.table.phase == "closed":
        return _closed_message(view, _("This table has closed."), pictured=False, latest=latest)
    if view.table.phase == "suspended":
        parts = [
            text(f"## {_(view.game.title)}"),
            text(
                _(
                    "This hand can't go on: its record and the rules disagree. Your stakes are safe. "
                    "An admin will refund them or wait for an update."
                )
            ),
        ]
        return message(container(parts, accent(view)))
    if view.scene is not None and not view.scene.over:
        is_pause = find_outcome(view.scene) is not None
        parts = _between(view, pictured, latest) if is_pause else _play(view, pictured, latest)
        return message(container(parts, accent(view)))
    if view.scene is not None:
        return message(container(_showdown(view, pictured, latest), accent(view)))
    return message(container(lobby(view, pictured=pictured), accent(view)))


def closed_message(view: TableView, sentence: str, *, pictured: bool = False) -> Json:
    """Return a closed table: its last result without controls, and the seed by which the luck can be checked."""
    return _of_fewer_rows(lambda latest: _closed_message(view, sentence, pictured, latest))


def _closed_message(view: TableView, sentence: str, pictured: bool, latest: int | None) -> Json:
    shown = view.scene is not None and view.scene.over
    parts = _result_parts(view, pictured, latest) if shown else [text(f"## {_(view.game.title)}")]
    parts.append(text(_(sentence)))
    parts.append(text(_("-# The luck of this table is open now: `/table verify` checks any hand.")))
    return message(container(parts, accent(view)))


def shown_parts(view: TableView) -> list[Json]:
    """Return a match as the table message shows it, without controls."""
    scene = view.scene
    assert scene is not None
    parts = _result_parts(view, False) if find_outcome(scene) is not None else _play(view, False)
    return [part for part in parts if part["type"] != ROW]


def details(view: TableView) -> Json:
    """Return the whole table in words and without controls, as a private message."""
    scene = view.scene
    if scene is None:
        return note(_("The game hasn't started yet."))

    def paint(latest: int | None) -> Json:
        over = find_outcome(scene) is not None
        parts = (
            _result_parts(view, False, latest)
            if over
            else _position(view, renderer_for(view), latest, brief=False)
        )
        return message(container(parts, accent(view)), ephemeral=True)

    return _of_fewer_rows(paint)


def _position(view: TableView, renderer: Renderer, latest: int | None, *, brief: bool = True) -> list[Json]:
    """Return the headline, the seats, and everything on the table; `brief` leaves out cards put aside."""
    scene = view.scene
    assert scene is not None
    parts = [text(headline(view, scene, renderer)), text(_seat_rows(view, scene, renderer, brief=brief))]
    if brief and _has_stocks(scene):
        scene = scene._replace(blocks=tuple(block for block in scene.blocks if not _is_stock(block)))
    zones = shared_zones(scene, pictured=False)
    if zones:
        parts.append(text("\n".join(zones)))
    return [*parts, *map(text, sheet_texts(scene, renderer, latest=latest))]


def _play(view: TableView, pictured: bool, latest: int | None = None) -> list[Json]:
    scene = view.scene
    assert scene is not None
    renderer = renderer_for(view)
    if pictured:
        return [text(_poster_line(view, scene, renderer)), *_public_controls(view, scene, renderer)]
    parts = _position(view, renderer, latest)
    stack = find_stack(scene)
    if stack is not None:
        parts.append(text(stack_text(stack, renderer)))
    # while cards turn up, the last events would tell already who has won
    last = 1 if stack is not None else LAST_EVENTS
    log = "" if view.revealing else _log(scene, renderer, last)
    if view.only_computers and not view.revealing:
        fast = _("-# Only computers are left in this hand, so they play it out fast.")
        log = f"{log}\n{fast}".strip()
    if log:
        parts += [separator(), text(log)]
    dealt = dealt_line(view, renderer)
    if dealt:
        parts.append(text(f"-# {dealt}"))
    return [*parts, *_public_controls(view, scene, renderer)]


def _poster_line(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return the one line beside a picture: the game, what is at stake, and the seats that everyone waits for."""
    title = _(view.game.title)
    waited = [row.seat for block in scene.every(Seats) for row in block.rows if row.asked]
    pot = [
        _("pot {n}").format(n=sum(n for n, _seats in b.pots)) for b in scene.every(Pots) if b.unit == "piece"
    ]
    names = [renderer.name(seat) for seat in waited]
    act = _("{names} to act").format(names=listed(names)) if 0 < len(names) <= 3 else ""
    return " · ".join(filter(None, [f"**{title}**", *pot[:1], act]))


def _public_controls(view: TableView, scene: Scene, renderer: Renderer) -> list[Json]:
    """Return what everyone may press: the answers of a question for all, the own hand, a free seat."""
    if view.revealing:
        return []
    window, parts = find_window(scene), list[Json]()
    if window is not None:
        parts.append(text(window_text(view, window, renderer)))
    buttons = list(
        window_buttons(view, window) if window is not None else public_buttons(view, scene, renderer)
    )
    asked = "" if window is not None else public_question(view, scene, renderer)
    if asked:
        parts.append(text(asked))
    invited = scene.every(Invitation)
    if invited and window is None and len(buttons) + len(invited) > FEW_ON_TABLE:
        # what a spectator may do stands here alone, and the players answer in their panels
        buttons = []
    for block in invited:
        buttons.append(button(renderer.say(block.line), custom_ids.verb(view.table.id, "rail")))
    to_hand = custom_ids.verb(view.table.id, "hand")
    if all(each["custom_id"] != to_hand for each in buttons):
        buttons.append(button("My hand", to_hand, GREY))
    if view.table.kind.hosted and has_room(view):
        buttons.append(button("Sit down", custom_ids.verb(view.table.id, "sit")))
    buttons += on_table.buttons(view)
    parts += rows(buttons)
    return parts


def around_words(view: TableView, scene: Scene, renderer: Renderer) -> list[Json]:
    """Return the table in a few lines, for a hand panel: pots and bets, seats, shared cards, the latest turns.

    What is the viewer's own is left to the panel.
    """
    others = scene._replace(
        blocks=tuple(
            block
            for block in scene.blocks
            if not (isinstance(block, Zone | Grid) and (block.owner == scene.viewer or _is_stock(block)))
        )
    )
    facts = headline(view, others, renderer).partition("\n")[2]
    seats = _seat_rows(view, others, renderer)
    log = "" if view.revealing else _log(scene, renderer, LAST_PICTURED if find_stack(scene) is None else 1)
    sheets = sheet_texts(others, renderer, latest=LATEST)
    zones = shared_zones(others)
    return [text("\n".join(part)) for part in ([facts, seats], zones, sheets, [log]) if any(part)]


def _is_stock(block: Block) -> bool:
    """Return whether a block is a pile put aside, which is only counted."""
    return isinstance(block, Zone) and block.layout == "stock"


def _has_stocks(scene: Scene) -> bool:
    return any(map(_is_stock, scene.blocks))


def _seat_rows(view: TableView, scene: Scene, renderer: Renderer, *, brief: bool = True) -> str:
    """Return a line for each seat, with the open things before it; `brief`: without piles that are only counted."""
    rows, zones, grids = list[SeatRow](), defaultdict[int | None, list[Zone]](list), dict[int | None, Grid]()
    for block in scene.blocks:
        if isinstance(block, Zone):
            if not (brief and _is_stock(block)):
                zones[block.owner].append(block)
        elif isinstance(block, Grid):
            grids.setdefault(block.owner, block)
        elif isinstance(block, Seats):
            rows += block.rows
    with_money = not pieces_aside(scene)
    lines = []
    for row in rows:
        lines.append(_seat_row(view, scene, row, zones[row.seat], renderer, with_money=with_money))
        if row.seat in grids:
            lines += grid_lines(grids[row.seat].piles)
    return "\n".join(lines)


def _seat_row(
    view: TableView,
    scene: Scene,
    row: SeatRow,
    zones: Sequence[Zone],
    renderer: Renderer,
    *,
    with_money: bool,
) -> str:
    """Return the line of a seat."""
    seat = view.table.seats.get(row.seat)
    name = renderer.name(row.seat)
    name = f"~~{name}~~" if row.out else f"**{name}**"
    parts = [f"{'▸' if row.asked else '◦'} {name}"]
    if row.badge is not None:
        parts.append(renderer.say(row.badge))
    if row.money is not None and with_money:
        parts.append(str(row.money))
    open_asks = [ask for ask in scene.asks if ask.seat == row.seat and not ask.answered]
    if row.asked and not (row.note and any(ask.clock == "race" for ask in open_asks)):
        due = min((view.deadlines[ask.id] for ask in open_asks if ask.id in view.deadlines), default=None)
        until = time_until(due) if due is not None else ""
        parts.append(", ".join(filter(None, (_("to act"), until))))
    elif row.note is not None:
        parts.append(renderer.say(row.note))
    if seat is not None and seat.guest is not None:
        own = view.table.seat_of(seat.guest)
        parts.append(
            _("played by {name}").format(name=renderer.name(own.number))
            if own is not None
            else _("played by a guest")
        )
    if row.seat in view.vacations:
        parts.append(_("on vacation until <t:{due}:D>").format(due=int(view.vacations[row.seat])))
    if seat is not None and seat.left:
        parts.append(_("has left"))
    elif seat is not None and seat.away and not row.asked:
        parts.append(_("away"))
    shown = [zone_text(zone) for zone in zones]
    if row.seat in view.table_talk:
        shown.append(quoted(view.table_talk[row.seat]))
    return " · ".join(parts + [zone for zone in shown if zone])


def quoted(line: str) -> str:
    """Return the line of a computer player in quotation marks."""
    return pgettext("what a computer player says", "*“{line}”*").format(line=_(line))


def _log(scene: Scene, renderer: Renderer, most: int) -> str:
    for block in scene.blocks:
        if isinstance(block, Log):
            latest = list(islice(turns_back(block.lines), most))
            return " ".join(
                say_turn(turn, renderer)
                for turn in reversed(latest)
                if not lies_open(turn, scene) and not _is_seen(turn, scene)
            )
    return ""


def _is_seen(turn: Turn, scene: Scene) -> bool:
    """Return whether a turn only tells the cards that the viewer holds, or that lie open on the table."""
    cards = turn.lines[0].values.get("cards")
    if turn.seat is not None or not isinstance(cards, list | tuple) or not cards:
        return False
    seen = [block for block in scene.every(Zone) if block.owner in (scene.viewer, None)]
    return {*cards} <= {item for zone in seen for item in zone.items}


def _between(view: TableView, pictured: bool, latest: int | None) -> list[Json]:
    """Return the ending of one game of a night, with the way on to the next."""
    scene = view.scene
    assert scene is not None
    renderer = renderer_for(view)
    asked = public_question(view, scene, renderer)
    buttons = public_buttons(view, scene, renderer)
    to_hand = button("My hand", custom_ids.verb(view.table.id, "hand"))
    return [
        *_result_parts(view, pictured, latest),
        *([text(asked)] if asked else []),
        *rows([*buttons, to_hand]),
    ]


def _result_parts(view: TableView, pictured: bool, latest: int | None = None) -> list[Json]:
    """Return an ending without controls: headline and a line a seat, and what no picture shows of the reasons.

    `latest`: so many rows of a score sheet; all of them if it is None.
    """
    scene = view.scene
    assert scene is not None
    renderer = renderer_for(view)
    outcome = scene.every(SceneOutcome)[0]
    # where only points are played for, the game itself tells them; the card has a row for each seat
    result_lines = outcome_lines(scene, renderer, money=money_kind_of(view) != "points", pictured=pictured)
    if pictured:
        result_lines = result_lines[:1]
    lines = [f"## {_(outcome.title or view.game.title)}", *result_lines]
    after = view.game.words.get("result:next") if _has_changed(view, outcome) else None
    notes = [renderer.say(line) for line in outcome.notes if line.text != after]
    notes += filter(None, (dealt_line(view, renderer), next_words_line(view, renderer)))
    if view.free and money_kind_of(view) != "points" and view.table.kind.hosted:
        notes.append(_("You played for fun, so no money changed hands."))
    has_bot = view.table.place.has_bot
    ends = scene.over and view.table.phase != "closed"
    lead = leads_on.line(view.table.progress.deals, has_bot=has_bot) if ends else ""
    if lead:
        notes.append(lead)
    parts = [text("\n".join(lines))]
    if view.table_talk:
        spoken = (with_label(renderer.name(seat), quoted(line)) for seat, line in view.table_talk.items())
        parts.append(text("\n".join(spoken)))
    shared = shared_zones(scene, pictured=pictured)
    if shared:
        parts.append(text("\n".join(shared)))
    if not pictured:
        parts += map(text, sheet_texts(scene, renderer, latest=latest))
    if notes:
        parts.append(text("-# " + " ".join(notes)))
    if view.remarks:
        parts.append(text("\n".join(f"-# {renderer.say(line)}" for line in view.remarks)))
    return parts


def _has_changed(view: TableView, outcome: SceneOutcome) -> bool:
    """Return whether seats have come or gone since the result, or the table closed: another one starts, or nobody."""
    seated = {seat.number for seat in view.table.in_order()}
    return view.table.phase == "closed" or seated != {row.seat for row in outcome.rows}


def _showdown(view: TableView, pictured: bool, latest: int | None) -> list[Json]:
    scene = view.scene
    assert scene is not None
    parts = _result_parts(view, pictured, latest)
    if not view.table.kind.hosted:
        company = [view.table.kind.standing_line(view.gather_until)]
    else:
        company = [standing(view), seats_line(view)]
    if any(company):
        parts.append(text("\n".join(filter(None, company))))
    table = view.table.id
    buttons = [
        button("Again", custom_ids.verb(table, "again"), GREEN)
        if view.table.kind.hosted
        else button("My hand", custom_ids.verb(table, "hand")),
        *to_share.buttons(view),
        more_button(table),
    ]
    return [*parts, *rows(buttons)]
