"""The table of the day: its first page, its questions, its result, and a line to share that spoils nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.clock import DAY, day_words
from bot.face.text.emoji_text import render_within_limits
from bot.face.text.money_text import signed
from bot.face.text.templates import points_text, safe_name
from bot.members.names import join_with_and
from bot.tables.view import TableView
from cogs.daily.rows import DailyResult
from cogs.daily.service import ME, DailyState, DailyTable, Yesterday
from cogs.ui.components import BLUE, GREEN, Json, button, container, message, note, rows, text
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.table.lobby import duration
from cogs.ui.table.table_message import shown_parts
from cogs.ui.table.tableless import borrowed_parts, tableless_view
from cogs.ui.theme import accent, accent_of, renderer_for
from games.engine import RAIL, Answer, Line, Match

PREFIX = "today"
"""Custom ids: `today:<day>:<number of the answer>:<a control's own id>`, and `today:<verb>`."""
PLAY, SHARE, RESULTS, YESTERDAY = "play", "share", "results", "yesterday"
TYPED = frozenset({Kind.TABLE, Kind.OPTION, Kind.AMOUNT})
"""Kinds of controls that are left out here: they act on a real table, or open a form."""
SHOWN = 10
"""The most results of a server that are listed."""
SHORT = 12
"""Digits of a fingerprint that are shown."""
MOST_LINES = 24
"""The most lines of the best try that are shown."""


def first_page(state: DailyState, results: Sequence[DailyResult]) -> Json:
    """Return the page that `/today` shows: the game of the day, with a button to play."""
    table = state.table
    lines = [
        f"## The table of {day_words(table.day * DAY)}",
        f"**{table.game.title}** against {join_with_and(table.names)}, {duration(table.game)}.",
        f"{table.game.pitch} The same cards for all, one try, for points only.",
    ]
    buttons = []
    if state.match is None:
        buttons.append(button("Play", f"{PREFIX}:{PLAY}", GREEN))
    elif not state.match.over:
        lines.append("Your try is under way.")
        buttons.append(button("Go on", f"{PREFIX}:{PLAY}", GREEN))
    else:
        lines.append(f"Your try is over: {_own_result(state)}. The next table comes at midnight, UTC.")
        lines += _result_lines(table, results)
        buttons.append(button("Share", f"{PREFIX}:{SHARE}", BLUE))
    if state.streak:
        days = "day" if state.streak == 1 else "days"
        lines.append(f"You've played {state.streak} {days} in a row; one in seven may be missed.")
    lines.append(
        f"-# Fair play: today's fingerprint is `{table.fingerprint[:SHORT]}`, tomorrow's `{state.tomorrow[:SHORT]}`. "
        "Once a day is over, *Yesterday* shows the secret behind it."
    )
    buttons.append(button("Yesterday", f"{PREFIX}:{YESTERDAY}"))
    return note("\n".join(lines), *buttons, accent=accent_of(table.game))


def play_message(
    state: DailyState, name: str, *, lead: str = "", drafts: Mapping[int, Answer] = NO_DRAFTS
) -> Json:
    """Return the table as the member sees it, with their question, or the result."""
    return render_within_limits(lambda: _play_message(state, name, lead, drafts))


def _play_message(state: DailyState, name: str, lead: str, drafts: Mapping[int, Answer]) -> Json:
    match, own = state.match, state.own
    assert match is not None
    assert own is not None
    board = daily_view(state.table, match, name, RAIL)
    parts = [text(f"*{lead}*")] if lead else []
    parts += shown_parts(board)
    if match.over:
        parts += rows(
            [button("Share", f"{PREFIX}:{SHARE}", BLUE), button("Today's results", f"{PREFIX}:{RESULTS}")]
        )
    else:
        mine = daily_view(state.table, match, name, ME)
        panel = hand_panel(mine, drafts=drafts)["components"][0]["components"]
        prefix = f"{PREFIX}:{state.table.day}:{len(own.answers) + 1}"

        def ours(control: Json) -> Json:
            return {**control, "custom_id": f"{prefix}:{control['custom_id']}"}

        parts += borrowed_parts(panel, ours, without=TYPED)
    return message(container(parts, accent(board)), ephemeral=True)


def share_line(state: DailyState, name: str) -> Json:
    """Return the public line about a finished try, which says nothing about cards or luck."""
    words = f" · {state.streak} days in a row" if state.streak > 1 else ""
    line = (
        f"**{safe_name(name)}** at the table of {day_words(state.table.day * DAY)}, {state.table.game.title}: "
        f"{_own_result(state)}{words}. `/today` for your own try."
    )
    return message(container([text(line)], accent_of(state.table.game)))


def results_note(table: DailyTable, results: Sequence[DailyResult]) -> Json:
    """Return today's results of the server."""
    head = f"## Results of {day_words(table.day * DAY)} · {table.game.title}"
    return note("\n".join([head, *_result_lines(table, results)]), accent=accent_of(table.game))


def yesterday_note(yesterday: Yesterday) -> Json:
    """Return yesterday's table: results, the best try line by line, and the seed that it was dealt from."""
    table = yesterday.table
    lines = [f"## Yesterday, {day_words(table.day * DAY)} · {table.game.title}"]
    lines += _result_lines(table, yesterday.results) or ["Nobody here played it."]
    if yesterday.own is not None:
        lines.append(f"You: {_score(table, yesterday.own.score)}.")
    if yesterday.best is not None:
        name = yesterday.results[0].name
        renderer = renderer_for(daily_view(table, yesterday.best, name, RAIL))
        story = [renderer.say(line) for line in _story(yesterday.best)]
        lines.append(f"**The best line found, by {safe_name(name)}**")
        lines += story[-MOST_LINES:]
    lines.append(
        f"-# The secret was `{table.seed}`; its SHA-256 is the fingerprint `{table.fingerprint[:SHORT]}…`."
    )
    return note("\n".join(lines)[:3_700], accent=accent_of(table.game))


def _story(match: Match) -> Iterator[Line]:
    """Yield the lines that the member and everyone else could read."""
    for event in match.events:
        if event.text is not None and (event.to is None or ME in event.to):
            yield Line(event.text, event.values)


def _own_result(state: DailyState) -> str:
    own = state.own
    assert own is not None
    assert own.score is not None
    place = f", place {own.place} of {1 + len(state.table.names)}" if own.place is not None else ""
    return f"{_score(state.table, own.score)}{place}"


def _score(table: DailyTable, score: int) -> str:
    if table.game.money_kind(table.game.parse_options(table.options)) == "points":
        return points_text(score)
    return f"{signed(score)} pieces"


def _result_lines(table: DailyTable, results: Sequence[DailyResult]) -> list[str]:
    lines, last = list[str](), None
    for at, result in enumerate(results[:SHOWN], 1):
        rank = lines and last == result.score
        lines.append(f"{'=' if rank else at} · **{safe_name(result.name)}** {_score(table, result.score)}")
        last = result.score
    return lines


def daily_view(table: DailyTable, match: Match, name: str, viewer: int) -> TableView:
    """Return the view of a table that exists for one member's try alone."""
    return tableless_view(table.game, match, [name, *table.names], viewer, options=table.options)
