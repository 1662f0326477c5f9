"""The table of the day in messages: its page, its questions, a result, the board of a channel, and the day before."""

from __future__ import annotations

from collections.abc import Mapping

from bot.clock import DAY, day_words
from bot.face.table.names import renderer_for
from bot.face.table.outcome import find_outcome
from bot.face.table.questions import question
from bot.face.table.stakes import duration
from bot.face.table.tableless import tableless_view
from bot.face.text.emoji_text import render_within_limits
from bot.face.text.signs import signed
from bot.face.text.templates import points_text, safe_name
from bot.members.names import join_with_and
from bot.notices.service import LocalClock
from bot.notices.times_of_day import clock_words, offset_words
from bot.tables.view import TableView
from cogs.daily.day_table import ME, DailyTable
from cogs.daily.days import PlaceDay, Streak
from cogs.daily.parting import Choice, Parting
from cogs.daily.rows import BoardRecord, DailyResult
from cogs.daily.service import DailyState, DayOfPlace, Yesterday
from cogs.daily.signs import BEST, CLOSE, MISSED
from cogs.daily.standing import ordinal, ranks, standing_of
from cogs.ui.components import (
    BLUE,
    GREEN,
    MOST_ALT,
    ROW,
    Json,
    button,
    container,
    jump_link,
    link,
    message,
    note,
    picture,
    rows,
    text,
)
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.pictures import picture_of
from cogs.ui.pictures.picture import Picture
from cogs.ui.table.tableless import borrowed_parts
from cogs.ui.theme import accent_of
from games.engine.match import Match
from games.engine.prompts import Answer
from games.engine.scene import RAIL

PREFIX = "today"
"""Custom ids: `today:<day>:<number of the answer>:<a control's own id>`, `today:<verb>`, `today:<verb>:<day>`."""
PLAY, SHARE, YESTERDAY, FAIR = "play", "share", "yesterday", "fair"
TYPED = frozenset({Kind.TABLE, Kind.OPTION, Kind.AMOUNT})
"""Kinds of controls that are left out here: they act on a real table, or open a form."""
SHOWN = 15
"""The most results of a place that are listed."""
MOST_MOVES = 5
"""The most moves of the best try that are told."""
BOARD, TRY = "today.png", "try.png"
"""The names of the pictures of a board, and of a try."""
SIGN_WORDS = {BEST: "best", CLOSE: "close", MISSED: "missed"}


# ---- the page


def first_page(state: DailyState) -> Json:
    """Return the page of `/today` before the member's try is over: the game of the day, with a button to play."""
    table = state.table
    lines = [
        f"## The table of the day: {table.game.title}",
        table.game.pitch,
        f"Against {join_with_and(table.names)}, {duration(table.game)}. "
        "The same cards for everyone, one try, for fun.",
    ]
    if state.results:
        best = state.results[0]
        played = "One member has" if len(state.results) == 1 else f"{len(state.results)} members have"
        lines.append(
            f"{played} played it here. Best so far: {safe_name(best.name)}, {score_words(table, best.score)}."
        )
    lines += streak_lines(state.streak)
    under_way = state.match is not None
    play = button("Go on" if under_way else "Play", f"{PREFIX}:{PLAY}:{state.day.number}", GREEN)
    buttons = [play, button("Yesterday", f"{PREFIX}:{YESTERDAY}"), button("Fair play", f"{PREFIX}:{FAIR}")]
    return note("\n".join(lines), *buttons, accent=accent_of(table.game))


def streak_lines(streak: Streak) -> list[str]:
    """Return the member's streak in words, and what a missed day means where one was missed just now."""
    if streak.played < 2:
        return []
    if streak.missed_yesterday:
        return [
            f"You missed yesterday, and one day in seven is forgiven: play today, and your streak of "
            f"{streak.played} days goes on."
        ]
    return [f"You've played {streak.words}."]


def next_line(state: DailyState) -> str:
    """Return which game comes next, and when, in the reader's own time."""
    return f"Next: **{state.tomorrow.game.title}**, <t:{int(state.day.ends)}:R>."


def fair_play_note(state: DailyState) -> Json:
    """Return the fingerprints that prove that nobody chose the cards of a day for anyone."""
    return note(
        f"**Fair play** · The cards of each day come from a secret that was fixed long before. Its SHA-256 is shown "
        f"ahead, the secret itself under *Yesterday* once its day is over everywhere.\n"
        f"Today: `{state.table.fingerprint}`\nTomorrow: `{state.tomorrow.fingerprint}`"
    )


# ---- a try


def try_picture(state: DailyState, name: str, drafts: Mapping[int, Answer] = NO_DRAFTS) -> Picture | None:
    """Return the table as the member sees it, with their hand, drawn like any table; None if it can't be."""
    assert state.match is not None
    return picture_of(daily_view(state.table, state.match, name, ME, pictures=True), drafts)


def play_message(
    state: DailyState, name: str, *, drafts: Mapping[int, Answer] = NO_DRAFTS, alt: str = ""
) -> Json:
    """Return the member's question, or the result of their try.

    `alt`: the words of the picture that goes with it, `TRY`; without one the table is told in words.
    """

    def paint() -> Json:
        assert state.match is not None
        parts = (
            result_parts(state, name)
            if state.match.over
            else _question(state, name, drafts, in_words=not alt)
        )
        accent = accent_of(state.table.game)
        if not alt:
            return {**message(container(parts, accent), ephemeral=True), "attachments": []}
        shown = message(picture(TRY, alt), container(parts, accent), ephemeral=True)
        return {**shown, "attachments": [{"id": "0", "filename": TRY, "description": alt[:MOST_ALT]}]}

    return render_within_limits(paint)


def _question(state: DailyState, name: str, drafts: Mapping[int, Answer], *, in_words: bool) -> list[Json]:
    """Return the member's open question with its controls; `in_words`: with the table and the hand in words."""
    match, own = state.match, state.own
    assert match is not None
    assert own is not None
    mine = daily_view(state.table, match, name, ME)
    panel = hand_panel(mine, drafts=drafts)["components"][0]["components"]
    prefix = f"{PREFIX}:{state.table.day}:{len(own.answers) + 1}"

    def ours(control: Json) -> Json:
        return {**control, "custom_id": f"{prefix}:{control['custom_id']}"}

    parts = list(borrowed_parts(panel, ours, without=TYPED))
    if in_words:
        # a hand panel without a picture tells the table itself
        return parts
    assert mine.scene is not None
    asked = [question(ask, renderer_for(mine)) for ask in mine.scene.mine()]
    return [text("\n".join(asked)), *(part for part in parts if part["type"] == ROW or "accessory" in part)]


def result_parts(state: DailyState, name: str) -> list[Json]:
    """Return how a try ended: the score, its place among the members here, the streak, and what comes next."""
    own, table, match = state.own, state.table, state.match
    assert own is not None
    assert own.score is not None
    assert match is not None
    lines = [f"**{score_words(table, own.score)} at {table.game.title}**"]
    view = daily_view(table, match, name, ME)
    outcome = find_outcome(view.scene)
    if outcome is not None:
        lines.append(renderer_for(view).say(outcome.headline))
    lines += standing_lines(state)
    lines += streak_lines(state.streak)
    lines.append(next_line(state))
    return [text("\n".join(lines)), *rows(result_buttons(state))]


def result_buttons(state: DailyState) -> list[Json]:
    """Return the ways on from a result: to the board, or onto it, and to the day before."""
    board = next((board for board in state.boards if board.message_id is not None), None)
    if state.entered and board is not None:
        first = link("The board", board_address(board))
    else:
        first = button("Share", f"{PREFIX}:{SHARE}:{state.day.number}", BLUE)
    return [first, button("Yesterday", f"{PREFIX}:{YESTERDAY}")]


def standing_lines(state: DailyState) -> list[str]:
    """Return where a finished try stands among the members of the place."""
    own = state.own
    assert own is not None
    assert own.score is not None
    lines = []
    if not state.entered:
        if state.results:
            lines.append("You're not on the board here yet: *Share* puts you on it.")
    elif len(state.results) == 1:
        lines.append("You're the first to finish here.")
    else:
        place = standing_of(state.results, own.score)
        shared = "Shared " if place.shared else ""
        better = f", better than {place.behind} of {place.others}" if place.behind else ""
        lines.append(f"{shared}{ordinal(place.rank)} of {place.others + 1} here so far{better}.")
    if own.signs:
        lines.append(f"Your decisions on these cards: {signs_words(own.signs)}.")
    return lines


def signs_words(signs: str) -> str:
    """Return a row of signs as words: `4 best, 1 close`."""
    counts = [(signs.count(sign), words) for sign, words in SIGN_WORDS.items()]
    return ", ".join(f"{count} {words}" for count, words in counts if count)


# ---- the board of a channel


def board_message(board: DayOfPlace, *, over: bool, alt: str | None) -> Json:
    """Return the board of a day: its picture, if `alt` has its words, a headline, and *Play* while the day is open."""
    lines = closed_lines(board) if over else [open_line(board)]
    if alt is None:
        # what a picture would show
        lines = [f"## {board.table.game.title}", *result_lines(board), *lines, *parting_lines(board)]
    buttons = [] if over else [button("Play", f"{PREFIX}:{PLAY}:{board.day.number}", GREEN)]
    shown = [] if alt is None else [picture(BOARD, alt)]
    return message(*shown, container([text("\n".join(lines)), *rows(buttons)], accent_of(board.table.game)))


def open_line(board: DayOfPlace) -> str:
    """Return the headline of a day that is open."""
    count = len(board.results)
    played = "nobody has played yet" if not count else f"{count} {'has' if count == 1 else 'have'} played"
    return (
        f"**{board.table.game.title}**, the table of the day · {played} · closes <t:{int(board.day.ends)}:R>"
    )


def closed_lines(board: DayOfPlace) -> list[str]:
    """Return the end of a day: who came first, the best line known, the company's streak, and what comes next."""
    table, results = board.table, board.results
    if not results:
        lines = [f"**{table.game.title}** is over. Nobody played it here."]
    else:
        first = [result for result in results if result.score == results[0].score]
        names = join_with_and([f"**{safe_name(result.name)}**" for result in first])
        score = score_words(table, results[0].score)
        lines = [
            f"{names} {'share' if len(first) > 1 else 'took'} the day at **{table.game.title}**: {score}."
        ]
    best = max((result.best for result in results if result.best is not None), default=None)
    if best is not None and best > results[0].score:
        lines.append(f"The best line I know on these cards brings {score_words(table, best)}.")
    if board.company.played > 1 and results:
        lines.append(f"This place has played {board.company.words}.")
    lines.append(f"Next: **{board.tomorrow.game.title}**.")
    return lines


def parting_lines(board: DayOfPlace) -> list[str]:
    """Return where the tries parted, in the words of the game."""
    if board.parting is None:
        return []
    return [parting_words(board.table, board.parting)]


def parting_words(table: DailyTable, parting: Parting) -> str:
    """Return the sentences about the move at which the tries parted: what the best did, and what most others did."""
    best, other = parted_choices(table, parting)
    return f"The tries parted at the {ordinal(parting.move + 1)} move. {best} {other}"


def parted_choices(table: DailyTable, parting: Parting) -> tuple[str, str]:
    """Return what the best did at the parting, and what most others did."""
    return _said(table, parting, parting.best), _said(table, parting, parting.others[0])


def parting_picture(board: DayOfPlace) -> Picture | None:
    """Return the table as everyone met it at the parting; with their hand where that is no secret any more."""
    parting = board.parting
    if parting is None:
        return None
    viewer = ME if board.shows_hand else RAIL
    return picture_of(daily_view(board.table, parting.before, parting.best.names[0], viewer, pictures=True))


def _said(table: DailyTable, parting: Parting, choice: Choice) -> str:
    shown = (
        choice.names[0] if len(choice.names) == 1 else f"{choice.names[0]} (and {len(choice.names) - 1} more)"
    )
    return renderer_for(daily_view(table, parting.before, shown, RAIL)).say(choice.line)


def result_lines(board: DayOfPlace) -> list[str]:
    """Return the results of a day in words."""
    lines = []
    for rank, result in zip(ranks(board.results), board.results[:SHOWN], strict=False):
        lines.append(f"{rank} · **{safe_name(result.name)}** {result_words(board, result)}")
    if len(board.results) > SHOWN:
        lines.append(f"and {len(board.results) - SHOWN} more")
    return lines


def result_words(board: DayOfPlace, result: DailyResult) -> str:
    """Return one result in words: the score, the decisions, the streak."""
    parts = [score_words(board.table, result.score)]
    if result.signs:
        parts.append(signs_words(result.signs))
    streak = board.streaks.get(result.member, Streak(0, 0))
    if streak.days > 1:
        parts.append(streak.words)
    return ", ".join(parts)


def board_address(board: BoardRecord) -> str:
    """Return the address of a board."""
    return jump_link(board.guild_id, board.channel_id, board.message_id)


def event_note(minute: int, clock: LocalClock, day: PlaceDay) -> Json:
    """Return the confirmation that the table of the day comes to a channel."""
    zone = offset_words(clock.offset)
    lines = [
        f"The table of the day comes here each day at **{clock_words(minute)}** ({zone}). "
        f"The first is open; the next comes <t:{int(day.ends)}:R>.",
    ]
    if not clock.own:
        lines.append(
            "-# I read the time by the server's clock. Set your own in `/notify me`, then say it again."
        )
    return note("\n".join(lines))


def on_board_note(board: BoardRecord) -> Json:
    """Return the confirmation that a member stands on the board."""
    return note("You're on the board.", link("The board", board_address(board)))


def shared_already_note() -> Json:
    """Return the answer to a second *Share* where nothing can be repainted."""
    return note("Today's board is in this channel already.")


# ---- letters to members who asked for them


def opens_letter(board: DayOfPlace, record: BoardRecord) -> Json:
    """Return the direct message about a new table of the day."""
    return _letter(board, record, f"The table of the day is open: **{board.table.game.title}**.")


def streak_letter(board: DayOfPlace, record: BoardRecord, streak: Streak) -> Json:
    """Return the direct message about a streak that ends with the day."""
    return _letter(
        board,
        record,
        f"Your streak of {streak.played} day{'s' * (streak.played > 1)} ends <t:{int(board.day.ends)}:R>. "
        f"Today's table is **{board.table.game.title}**, {duration(board.table.game)}.",
    )


def _letter(board: DayOfPlace, record: BoardRecord, words: str) -> Json:
    """Return a direct message that leads to the board."""
    buttons = rows([link("To the board", board_address(record))])
    parts = [text(f"{words}\n-# `/notify today` on the server changes what I tell you."), *buttons]
    return message(container(parts, accent_of(board.table.game)))


# ---- the day before


def yesterday_note(yesterday: Yesterday, *, alt: str = "") -> Json:
    """Return the day before: its results, where the tries parted, and what the best did from there.

    `alt`: the words of the board that goes with it as a picture; without one its results are told in words.
    """
    board = yesterday.board
    title, results = f"## Yesterday: {board.table.game.title}", board.results
    lines = [
        title,
        *([] if alt else [*result_lines(board), *parting_lines(board)]),
        *closed_lines(board)[:-1],
    ]
    if yesterday.own is not None and len(results) > 1:
        place = standing_of(results, yesterday.own.score)
        lines.append(f"You came {ordinal(place.rank)} of {len(results)}.")
    if yesterday.moves:
        view = daily_view(board.table, board.table.play([]), results[0].name, RAIL)
        renderer = renderer_for(view)
        lines += [f"- {renderer.say(line)}" for line in yesterday.moves[:MOST_MOVES]]
    fair = button("Fair play", f"{PREFIX}:{FAIR}:{board.day.number}")
    payload = note("\n".join(lines)[:3_700], fair, accent=accent_of(board.table.game))
    if not alt:
        return payload
    shown = [picture(BOARD, alt), *payload["components"]]
    files = [{"id": "0", "filename": BOARD, "description": alt}]
    return {**payload, "components": shown, "attachments": files}


def secret_note(yesterday: Yesterday) -> Json:
    """Return the secret of the day before, or when it is shown."""
    table = yesterday.board.table
    day = day_words(table.day * DAY)
    if yesterday.secret is None:
        return note(
            f"**Fair play** · The secret of {day} is shown <t:{int(yesterday.open_at)}:R>, when its day is over in "
            f"every place. Its fingerprint is `{table.fingerprint}`."
        )
    return note(
        f"**Fair play** · The cards of {day} came from the secret `{yesterday.secret}`. "
        f"Its SHA-256 is the fingerprint that was shown before: `{table.fingerprint}`."
    )


# ---- shared


def score_words(table: DailyTable, score: int) -> str:
    """Return a score with its unit."""
    return points_text(score) if table.for_points else f"{signed(score)} pieces"


def daily_view(
    table: DailyTable, match: Match, name: str, viewer: int, *, pictures: bool = False
) -> TableView:
    """Return the view of a table that exists for one member's try alone."""
    names = [name, *table.names]
    return tableless_view(table.game, match, names, viewer, options=table.options, pictures=pictures)
