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
from bot.face.text.templates import ordinal, points_text, safe_name
from bot.language import N_, _, listed, ngettext, pgettext
from bot.notices.service import LocalClock
from bot.notices.times_of_day import clock_words, offset_words
from bot.notices.zones import clocks_words
from bot.tables.view import TableView
from cogs.daily.day_table import ME, DailyTable
from cogs.daily.days import PlaceDay, Streak
from cogs.daily.parting import Choice, Parting
from cogs.daily.rows import BoardRecord, DailyResult
from cogs.daily.service import DailyState, DayOfPlace, Secret, Yesterday
from cogs.daily.signs import BEST, CLOSE, MISSED
from cogs.daily.standing import ranks, standing_of
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
from cogs.ui.fair_play import published_digits
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
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
BOARD, PARTED, TRY = "today.png", "parted.png", "try.png"
"""The names of the pictures of a board, and of a try."""
SIGN_WORDS = {BEST: N_("{n} best"), CLOSE: N_("{n} close"), MISSED: N_("{n} missed")}


# ---- the page


def first_page(state: DailyState) -> Json:
    """Return the page of `/today` before the member's try is over: the game of the day, with a button to play."""
    table = state.table
    lines = [
        _("## The table of the day: {game}").format(game=_(table.game.title)),
        _(table.game.pitch),
        _("Against {names}, {minutes}. The same cards for everyone, one try, for fun.").format(
            names=listed(table.names), minutes=duration(table.game)
        ),
    ]
    if state.results:
        best = state.results[0]
        played = ngettext(
            "One member has played it here. Best so far: {name}, {score}.",
            "{n} members have played it here. Best so far: {name}, {score}.",
            len(state.results),
        )
        lines.append(
            played.format(
                n=len(state.results), name=safe_name(best.name), score=score_words(table, best.score)
            )
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
            ngettext(
                "You missed yesterday, and one day in seven is forgiven: "
                "play today, and your streak of {n} day goes on.",
                "You missed yesterday, and one day in seven is forgiven: "
                "play today, and your streak of {n} days goes on.",
                streak.played,
            ).format(n=streak.played)
        ]
    return [_("You've played {streak}.").format(streak=streak.words)]


def next_line(state: DailyState) -> str:
    """Return which game comes next, and when, in the reader's own time."""
    return _("Next: **{game}**, <t:{due}:R>.").format(
        game=_(state.tomorrow.game.title), due=int(state.day.ends)
    )


def fair_play_note(state: DailyState) -> Json:
    """Return the fingerprints that prove that nobody chose the cards of a day for anyone."""
    return note(
        _(
            "**Fair play** · The cards of each day come from a secret that was fixed long before. Its SHA-256 is "
            "shown ahead, the secret itself under *Yesterday* once its day is over everywhere.\n"
            "Today: `{today}`\nTomorrow: `{tomorrow}`"
        ).format(
            today=published_digits(state.table.fingerprint),
            tomorrow=published_digits(state.tomorrow.fingerprint),
        )
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
    head = _("**{score} at {game}**")
    lines = [head.format(score=score_words(table, own.score), game=_(table.game.title))]
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
        first = link(_("The board"), board_address(board))
    else:
        first = button(pgettext("to post it", "Share"), f"{PREFIX}:{SHARE}:{state.day.number}", BLUE)
    return [first, button("Yesterday", f"{PREFIX}:{YESTERDAY}")]


def standing_lines(state: DailyState) -> list[str]:
    """Return where a finished try stands among the members of the place."""
    own = state.own
    assert own is not None
    assert own.score is not None
    lines = []
    if not state.entered:
        if state.results:
            lines.append(_("You're not on the board here yet: *Share* puts you on it."))
    elif len(state.results) == 1:
        lines.append(_("You're the first to finish here."))
    else:
        place = standing_of(state.results, own.score)
        if place.behind:
            words = (
                _("Shared {place} of {n} here so far, better than {behind} of {others}.")
                if place.shared
                else _("{place} of {n} here so far, better than {behind} of {others}.")
            )
        else:
            words = (
                _("Shared {place} of {n} here so far.") if place.shared else _("{place} of {n} here so far.")
            )
        lines.append(
            words.format(
                place=ordinal(place.rank), n=place.others + 1, behind=place.behind, others=place.others
            )
        )
    if own.signs:
        lines.append(_("Your decisions on these cards: {signs}.").format(signs=signs_words(own.signs)))
    return lines


def signs_words(signs: str) -> str:
    """Return a row of signs as words: `4 best, 1 close`."""
    counts = [(signs.count(sign), words) for sign, words in SIGN_WORDS.items()]
    return ", ".join(_(words).format(n=count) for count, words in counts if count)


# ---- the board of a channel


def board_message(board: DayOfPlace, *, over: bool, alts: Mapping[str, str] | None = None) -> Json:
    """Return the board of a day: its pictures, if `alts` has their words, a headline, and *Play* while it is open."""
    lines = closed_lines(board) if over else [open_line(board)]
    if alts is None:
        # what pictures would show
        lines = [f"## {_(board.table.game.title)}", *result_lines(board), *lines, *parting_lines(board)]
    buttons = [] if over else [button("Play", f"{PREFIX}:{PLAY}:{board.day.number}", GREEN)]
    box = container([text("\n".join(lines)), *rows(buttons)], accent_of(board.table.game))
    return message(*with_boards(box, alts or {}))


def with_boards(box: Json, alts: Mapping[str, str]) -> list[Json]:
    """Return the box of a board below its picture, and below that, drawn too, where the tries parted."""
    shown: list[Json] = [picture(name, alt) for name, alt in alts.items()]
    moment = [text(f"⚡ **{_('Here the tries parted')}**"), *shown[1:]] if len(shown) > 1 else []
    return [*shown[:1], box, *moment]


def open_line(board: DayOfPlace) -> str:
    """Return the headline of a day that is open."""
    count = len(board.results)
    played = ngettext("{n} has played", "{n} have played", count).format(n=count)
    return _("**{game}**, the table of the day · {played} · closes <t:{due}:R>").format(
        game=_(board.table.game.title),
        played=played if count else _("nobody has played yet"),
        due=int(board.day.ends),
    )


def closed_lines(board: DayOfPlace) -> list[str]:
    """Return the end of a day: who came first, the best line known, the company's streak, and what comes next."""
    table, results = board.table, board.results
    if not results:
        lines = [_("**{game}** is over. Nobody played it here.").format(game=_(table.game.title))]
    else:
        first = [result for result in results if result.score == results[0].score]
        names = listed([f"**{safe_name(result.name)}**" for result in first])
        took = (
            _("{names} share the day at **{game}**: {score}.")
            if len(first) > 1
            else _("{names} took the day at **{game}**: {score}.")
        )
        score = score_words(table, results[0].score)
        lines = [took.format(names=names, game=_(table.game.title), score=score)]
    best = max((result.best for result in results if result.best is not None), default=None)
    if best is not None and best > results[0].score:
        words = _("The best line I know on these cards brings {score}.")
        lines.append(words.format(score=score_words(table, best)))
    if board.company.played > 1 and results:
        lines.append(_("This place has played {streak}.").format(streak=board.company.words))
    if len(results) > 1 and not board.tells:
        words = _("It's still open elsewhere: I'll show how it was played here <t:{due}:R>.")
        lines.append(words.format(due=int(board.told_at)))
    lines.append(_("Next: **{game}**.").format(game=_(board.tomorrow.game.title)))
    return lines


def parting_lines(board: DayOfPlace) -> list[str]:
    """Return where the tries parted, in the words of the game."""
    if board.parting is None:
        return []
    return [parting_words(board.table, board.parting)]


def parting_words(table: DailyTable, parting: Parting) -> str:
    """Return the sentences about the move at which the tries parted: what the best did, and what most others did."""
    best, other = parted_choices(table, parting)
    words = _("The tries parted at the {place} move.").format(place=ordinal(parting.move + 1))
    return f"{words} {best} {other}"


def parted_choices(table: DailyTable, parting: Parting) -> tuple[str, str]:
    """Return what the best did at the parting, and what most others did."""
    return _said(table, parting, parting.best), _said(table, parting, parting.others[0])


def parting_picture(board: DayOfPlace) -> Picture | None:
    """Return the table as everyone met it at the parting, with their hand, which is no secret any more."""
    parting = board.parting
    if parting is None:
        return None
    return picture_of(daily_view(board.table, parting.before, parting.best.names[0], ME, pictures=True))


def _said(table: DailyTable, parting: Parting, choice: Choice) -> str:
    shown = choice.names[0]
    if len(choice.names) > 1:
        shown = _("{name} (and {n} more)").format(name=shown, n=len(choice.names) - 1)
    return renderer_for(daily_view(table, parting.before, shown, RAIL)).say(choice.line)


def result_lines(board: DayOfPlace) -> list[str]:
    """Return the results of a day in words."""
    lines = []
    for rank, result in zip(ranks(board.results), board.results[:SHOWN], strict=False):
        lines.append(f"{rank} · **{safe_name(result.name)}** {result_words(board, result)}")
    if len(board.results) > SHOWN:
        lines.append(_("and {n} more").format(n=len(board.results) - SHOWN))
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


def event_note(minute: int, clock: LocalClock | str, day: PlaceDay, now: float) -> Json:
    """Return the confirmation that the table of the day comes to a channel, by a clock or by a time zone."""
    zone = clocks_words(clock) if isinstance(clock, str) else offset_words(clock.offset_at(now))
    lines = [
        _(
            "The table of the day comes here each day at **{time}** ({zone}). The first is open; "
            "the next comes <t:{due}:R>."
        ).format(time=clock_words(minute), zone=zone, due=int(day.ends)),
    ]
    if not isinstance(clock, str):
        lines.append(
            _(
                "-# Where clocks change twice a year, this hour will be off by one. "
                "Say it again with a *city*, and it stays at {time} there."
            ).format(time=clock_words(minute))
        )
    return note("\n".join(lines))


def on_board_note(board: BoardRecord) -> Json:
    """Return the confirmation that a member stands on the board."""
    return note(_("You're on the board."), link(_("The board"), board_address(board)))


def shared_already_note() -> Json:
    """Return the answer to a second *Share* where nothing can be repainted."""
    return note(_("Today's board is in this channel already."))


# ---- letters to members who asked for them


def opens_letter(board: DayOfPlace, record: BoardRecord) -> Json:
    """Return the direct message about a new table of the day."""
    words = _("The table of the day is open: **{game}**.").format(game=_(board.table.game.title))
    return _letter(board, record, words)


def streak_letter(board: DayOfPlace, record: BoardRecord, streak: Streak) -> Json:
    """Return the direct message about a streak that ends with the day."""
    words = ngettext(
        "Your streak of {n} day ends <t:{due}:R>. Today's table is **{game}**, {minutes}.",
        "Your streak of {n} days ends <t:{due}:R>. Today's table is **{game}**, {minutes}.",
        streak.played,
    ).format(
        n=streak.played,
        due=int(board.day.ends),
        game=_(board.table.game.title),
        minutes=duration(board.table.game),
    )
    return _letter(board, record, words)


def _letter(board: DayOfPlace, record: BoardRecord, words: str) -> Json:
    """Return a direct message that leads to the board."""
    buttons = rows([link(_("To the board"), board_address(record))])
    small = _("-# `/notify today` on the server changes what I tell you.")
    parts = [text(f"{words}\n{small}"), *buttons]
    return message(container(parts, accent_of(board.table.game)))


# ---- the day before


def yesterday_note(yesterday: Yesterday, *, alts: Mapping[str, str] | None = None) -> Json:
    """Return the day before: its results, where the tries parted, and what the best did from there.

    `alts`: the words of the pictures that go with it, by their names; without them all is told in words.
    """
    board = yesterday.board
    title = _("## Yesterday: {game}").format(game=_(board.table.game.title))
    results = board.results
    lines = [
        title,
        *([] if alts else [*result_lines(board), *parting_lines(board)]),
        *closed_lines(board)[:-1],
    ]
    if yesterday.own is not None and len(results) > 1:
        place = standing_of(results, yesterday.own.score)
        lines.append(_("You came {place} of {n}.").format(place=ordinal(place.rank), n=len(results)))
    if yesterday.moves:
        view = daily_view(board.table, board.table.play([]), results[0].name, RAIL)
        renderer = renderer_for(view)
        lines += [f"- {renderer.say(line)}" for line in yesterday.moves[:MOST_MOVES]]
    fair = button("Fair play", f"{PREFIX}:{FAIR}:{board.day.number}")
    payload = note("\n".join(lines)[:3_700], fair, accent=accent_of(board.table.game))
    if not alts:
        return payload
    [box] = payload["components"]
    return {**payload, "components": with_boards(box, alts), "attachments": new_files(alts)}


def new_files(alts: Mapping[str, str]) -> list[Json]:
    """Return the files that come with a message, by their names and words."""
    return [
        {"id": str(at), "filename": name, "description": alt} for at, (name, alt) in enumerate(alts.items())
    ]


def secret_note(secret: Secret) -> Json:
    """Return the secret of a day, or when it is shown."""
    table = secret.table
    day = day_words(table.day * DAY)
    if secret.seed is None:
        return note(
            _(
                "**Fair play** · The secret of {day} is shown <t:{due}:R>, when its day is over in every place. "
                "Its fingerprint is `{fingerprint}`."
            ).format(day=day, due=int(secret.open_at), fingerprint=published_digits(table.fingerprint))
        )
    return note(
        _(
            "**Fair play** · The cards of {day} came from the secret `{secret}`. Its SHA-256 is the fingerprint "
            "that was shown before: `{fingerprint}`."
        ).format(day=day, secret=secret.seed, fingerprint=published_digits(table.fingerprint))
    )


# ---- shared


def score_words(table: DailyTable, score: int) -> str:
    """Return a score with its unit."""
    if table.for_points:
        return points_text(score)
    return ngettext("{n} piece", "{n} pieces", score).format(n=signed(score))


def daily_view(
    table: DailyTable, match: Match, name: str, viewer: int, *, pictures: bool = False
) -> TableView:
    """Return the view of a table that exists for one member's try alone."""
    names = [name, *table.names]
    return tableless_view(table.game, match, names, viewer, options=table.options, pictures=pictures)
