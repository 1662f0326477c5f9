"""The board of a tournament, and the private notes about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.face.table.stakes import EVENING, for_points
from bot.face.text.money_text import in_base
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import _, listed, ngettext, number
from cogs.tournaments import prizes
from cogs.tournaments.rows import EntrantRecord, RoundTableRecord, TournamentRecord
from cogs.tournaments.settings import DATA, LEAST_ENTRANTS, TournamentSettings
from cogs.tournaments.state import (
    entrant_by_user,
    entrant_of,
    format_of,
    is_in,
    order_of,
    points_at,
    settings_of,
    tables_of_round,
)
from cogs.ui.components import (
    BLUE,
    GREEN,
    RED,
    Json,
    button,
    container,
    message,
    note,
    rows,
    separator,
    text,
)
from games.registry import GAMES, game_title

ACCENT = 0xCA8A04
PREFIX = "cup"
"""Custom ids of our controls: `cup:<tournament>:<verb>`."""
JOIN, START, READY, LEAVE, SURE = "join", "start", "ready", "leave", "sure"
STANDINGS, HOW, OFF = "standings", "how", "off"
ON_BOARD = 10
"""The most players on the board; a button shows the others."""
PAGE = 30
"""The number of players on a page of the standings."""
LETTERS = 20
"""The letters of a long name that are shown, so that all names fit on a board."""
NAMED = 12
"""The most names shown of a long list; the rest are counted."""


def control(tournament: int, verb: str) -> str:
    """Return the custom id of a control."""
    return f"{PREFIX}:{tournament}:{verb}"


# ---- the board


def board(record: TournamentRecord, *, trouble: str = "", calls: Sequence[int] = ()) -> Json:
    """Return the message in the channel. `calls` are the Discord ids of players to be called by it."""
    painters = {"open": _open, "gathering": _gathering, "playing": _playing, "ended": _ended, "off": _off}
    parts = painters[record.phase](record)
    if trouble:
        parts.append(text(_("-# A table can't open yet: {trouble}").format(trouble=trouble)))
    if record.phase != "gathering":
        calls = ()
    called = [text(" ".join(f"<@{user}>" for user in calls))] if calls else []
    return message(*called, container([*parts, *rows(_buttons(record))], ACCENT), mentions=calls)


def _open(record: TournamentRecord) -> list[Json]:
    settings, count = settings_of(record), len(record.entrants)
    names = _short_list([_name(entrant) for entrant in record.entrants])
    came = _("Nobody yet.")
    if count:
        came = ngettext("**{n}** player so far: {names}", "**{n}** players so far: {names}", count)
        came = came.format(n=count, names=names)
    head = _("## {game} tournament").format(game=_title(record))
    return [
        text(f"{head}\n{_summary(record)}\n{_stake(record, settings)}"),
        text(came),
        text(f"-# {_absent(settings)} {_('The host starts it; three players are enough.')}"),
    ]


def _gathering(record: TournamentRecord) -> list[Json]:
    playing = [entrant for entrant in record.entrants if is_in(entrant)]
    missing = [_name(entrant) for entrant in playing if not entrant.ready]
    lines = [f"## {_title(record)}: {_stage(record)}"]
    if missing:
        lines.append(
            _(
                "Waiting for {names}: press **I'm here**. It starts <t:{due}:R>, or as soon as everyone's here."
            ).format(names=_short_list(missing), due=int(record.due or 0))
        )
    return [text("\n".join(lines)), *_standings_part(record)]


def _playing(record: TournamentRecord) -> list[Json]:
    tables = [_table_line(record, table) for table in tables_of_round(record)]
    resting = [member for round_, member, _ in record.byes if round_ == record.round]
    if resting:
        names = _short_list([_name(entrant_of(record, member)) for member in resting])
        tables.append(_("-# Sitting this round out: {names}").format(names=names))
    return [
        text(f"## {_title(record)}: {_stage(record)}"),
        text("\n".join(tables)),
        *_standings_part(record),
    ]


def _table_line(record: TournamentRecord, table: RoundTableRecord) -> str:
    head = _("The final") if table.final else _("Table {n}").format(n=table.number)
    if table.channel_id is None:
        place = _("{table} waits for a free place").format(table=head)
    elif table.channel_id == record.channel_id:
        place = _("{table}, in this channel").format(table=head)
    else:
        # the thread's name says which table it is
        place = f"<#{table.channel_id}>"
    if not table.done:
        names = ", ".join(_name(entrant_of(record, member)) for member in table.members)
        return f"▸ {place}\n-# {names}"
    # the best first; where two are equal, in the order of their seats
    order = sorted(points_at(table).items(), key=lambda scored: -scored[1])
    names = ", ".join(f"{_name(entrant_of(record, member))} {points}" for member, points in order)
    return f"◦ {place} · {_('done')}\n-# {names}"


def _ended(record: TournamentRecord) -> list[Json]:
    return [
        text(f"{winner_line(record)}\n{course_words(record)} {prizes_words(record)}"),
        *_standings_part(record),
    ]


def best_first(record: TournamentRecord) -> list[EntrantRecord]:
    """Return the players of a tournament that has ended, by place."""
    return sorted(record.entrants, key=lambda entrant: entrant.place or 0)


def winner_line(record: TournamentRecord) -> str:
    """Return the winner's name, as a heading."""
    winner = _name(best_first(record)[0])
    return _("## 👑 {winner} wins the {game} tournament!").format(winner=winner, game=_title(record))


def course_words(record: TournamentRecord) -> str:
    """Return how many played how many rounds."""
    rounds = len({table.round for table in record.tables if not table.final})
    played = []
    if rounds:
        played.append(ngettext("{n} round", "{n} rounds", rounds).format(n=rounds))
    if any(table.final for table in record.tables):
        played.append(_("a final"))
    count = len(record.entrants)
    about = ngettext("{n} player, {played}.", "{n} players, {played}.", count)
    return about.format(n=count, played=listed(played))


def prizes_words(record: TournamentRecord) -> str:
    """Return who got what of the pot."""
    paid = [
        f"{_name(entrant)} {prize_words(record, entrant)}" for entrant in best_first(record) if entrant.prize
    ]
    if not paid:
        return _("Played for the crown alone.")
    return _("The pot pays {shares}.").format(shares=", ".join(paid))


def prize_words(record: TournamentRecord, entrant: EntrantRecord) -> str:
    """Return what a player got of the pot; empty if nothing."""
    return in_base(number(entrant.prize), settings_of(record).base) if entrant.prize else ""


def _off(record: TournamentRecord) -> list[Json]:
    back = _("Everyone has their buy-in back.") if settings_of(record).buy_in else _("Nothing was at stake.")
    return [text(_("## {game} tournament\nIt was called off.").format(game=_title(record)) + f" {back}")]


def _standings_part(record: TournamentRecord) -> list[Json]:
    if not any(table.scores for table in record.tables):
        return []
    return [separator(), text("\n".join(standing_lines(record, ON_BOARD)))]


def _buttons(record: TournamentRecord) -> Iterable[Json]:
    number = record.id
    match record.phase:
        case "open":
            yield button("Join", control(number, JOIN), GREEN)
            yield button("Start", control(number, START), BLUE)
            yield button("Leave", control(number, LEAVE))
        case "gathering" | "playing":
            yield button("I'm here", control(number, READY), GREEN)
            yield button("Leave", control(number, LEAVE))
        case "off":
            return
    if record.phase != "open":
        yield button("Standings", control(number, STANDINGS))
    yield button("How it works", control(number, HOW))


def winners_board(record: TournamentRecord) -> Json:
    """Return the message of a tournament that has ended, for below its picture."""
    return message(container([text(winner_line(record)), *rows(_buttons(record))], ACCENT))


# ---- standings


def standing_lines(record: TournamentRecord, most: int | None = None) -> list[str]:
    """Return a line for each player, the best first; with `most`, only so many and how many more there are."""
    order = order_of(record)
    names = {entrant.member: _name(entrant) for entrant in record.entrants}
    in_final = Counter[int]()
    for table in record.tables:
        if table.final and table.scores:
            in_final.update(points_at(table))
    chips = counts_chips(record)
    show = signed if chips else number

    def score(n: int) -> str:
        words = ngettext("{n} chip", "{n} chips", abs(n)) if chips else ngettext("{n} point", "{n} points", n)
        return words.format(n=show(n))

    lines = []
    for standing in order[:most]:
        words = [f"{standing.place} **{names[standing.member]}**", score(standing.points)]
        if standing.member in in_final:
            words.append(_("{points} in the final").format(points=show(in_final[standing.member])))
        elif standing.gone:
            words.append(_("left"))
        elif standing.cut is not None and record.phase != "ended":
            words.append(_("out"))
        lines.append(" · ".join(words))
    if most is not None and len(order) > most:
        lines.append(_("-# and {n} more, behind *Standings*").format(n=len(order) - most))
    return lines


def standings_note(record: TournamentRecord, user_id: int, page: int = 0) -> Json:
    """Return a page of the standings for one member, with their own place first."""
    own = entrant_by_user(record, user_id)
    place = next((each.place for each in order_of(record) if own and each.member == own.member), None)
    lead = ""
    if place is not None:
        lead = _("You're in place {place} of {n}.").format(place=place, n=len(record.entrants))
    lines = standing_lines(record)
    last = max(len(lines) - 1, 0) // PAGE
    page = min(page, last)
    buttons = []
    if page > 0:
        buttons.append(button("Back", control(record.id, f"{STANDINGS}.{page - 1}")))
    if page < last:
        buttons.append(button("More", control(record.id, f"{STANDINGS}.{page + 1}")))
    head = _("## {game}: standings").format(game=_title(record))
    tie = _("-# Equal points: matches won, then the points of the opponents you met, then what you won.")
    shown = lines[page * PAGE : (page + 1) * PAGE]
    return note("\n".join(filter(None, [head, lead, *shown, tie])), *buttons, accent=ACCENT)


# ---- other notes


def how_note(record: TournamentRecord) -> Json:
    """Return an explanation of this tournament: its course, its scoring, and absences."""
    settings = settings_of(record)
    lines = [
        _summary(record),
        _(
            "Each round seats you with people you haven't met yet, as far as there are any, and among those with "
            "people whose score is near yours."
        ),
        _scoring(record, settings),
        _absent(settings),
        _(
            "Equal points are parted by matches won, then by the points of the opponents you met, then by what you "
            "won, then by who joined first."
        ),
        format_of(record).about_final(),
        _stake(record, settings),
    ]
    return note("\n".join([_("## How it works"), *(f"- {line}" for line in lines if line)]), accent=ACCENT)


def opened_note(record: TournamentRecord) -> Json:
    """Return the answer to the host, who isn't a player until they join."""
    return note(
        _("Your tournament is open. Join it too if you'd like to play, and press Start once everyone's in."),
        button("Join", control(record.id, JOIN), GREEN),
        accent=ACCENT,
    )


def here_note(record: TournamentRecord, user_id: int) -> Json:
    """Return the answer to a player's *Here*: a link to their table, if it's open."""
    own = entrant_by_user(record, user_id)
    for table in tables_of_round(record):
        seated = own is not None and own.member in table.members
        if seated and table.channel_id is not None and not table.done:
            return note(_("You're at <#{channel_id}>.").format(channel_id=table.channel_id), accent=ACCENT)
    return note(_("Good to have you here. The next round starts soon."), accent=ACCENT)


def joined_note(record: TournamentRecord, user_id: int) -> Json:
    """Return the answer to a member who joins."""
    settings, own = settings_of(record), entrant_by_user(record, user_id)
    words = _("You're in! I'll call you here when the first round begins.")
    if settings.buy_in and own is not None and own.stake is None:
        words += f" {_(EVENING)}"
    elif settings.buy_in:
        words = _(
            "You're in! Your {n} {base} are in the pot. I'll call you here when the first round begins."
        )
    return note(words.format(n=settings.buy_in, base=_(settings.base)), accent=ACCENT)


def left_note(back: int, base: str) -> Json:
    """Return the answer to a member who leaves, with the refund."""
    words = _("You've left the tournament.")
    if back:
        words = _("You've left the tournament. Your {n} {base} are back in your purse.").format(
            n=back, base=_(base)
        )
    return note(words, accent=ACCENT)


def forfeit_note(record: TournamentRecord, sentence: str) -> Json:
    """Ask a member who would lose their buy-in by leaving."""
    return note(sentence, button("Leave and lose it", control(record.id, SURE), RED), accent=ACCENT)


def call_off_note(record: TournamentRecord) -> Json:
    """Ask the host before everything is called off."""
    settings = settings_of(record)
    back = (
        _("Everyone gets their {n} {base} back, and no place counts.").format(
            n=settings.buy_in, base=_(settings.base)
        )
        if settings.buy_in
        else _("No place counts then.")
    )
    count = len(record.entrants)
    asked = ngettext(
        "Call off the {game} tournament of {n} player?",
        "Call off the {game} tournament of {n} players?",
        count,
    )
    return note(
        f"{asked.format(game=_title(record), n=count)} {back}",
        button("Call it off", control(record.id, OFF), RED),
        accent=ACCENT,
    )


def players_of(record: TournamentRecord, table: RoundTableRecord) -> list[int]:
    """Return the Discord ids of a table's players."""
    return [
        entrant.user_id
        for member in table.members
        if (entrant := entrant_of(record, member)) is not None and entrant.user_id is not None
    ]


def seated_message(record: TournamentRecord, table: RoundTableRecord) -> Json:
    """Return the message that calls the players of a table to it."""
    users = players_of(record, table)
    names = " ".join(f"<@{user}>" for user in users)
    words = (
        _("{names}: this is the final. You play {matches}, and it starts by itself in a moment.")
        if table.final
        else _(
            "{names}: this is round {round}, table {table}. You play {matches}, and it starts by itself in a moment."
        )
    )
    words = words.format(names=names, round=table.round, table=table.number, matches=_matches(record))
    return message(text(words), mentions=users)


def thread_name(record: TournamentRecord, table: RoundTableRecord) -> str:
    """Return the name of the thread for a table."""
    if table.final:
        return _("Final, {game}").format(game=_title(record))[:100]
    return _("Round {round}, table {n}").format(round=table.round, n=table.number)


# ---- words


def _title(record: TournamentRecord) -> str:
    return game_title(record.game)


def _name(entrant: EntrantRecord | None) -> str:
    if entrant is None or entrant.name is None:
        return _("a former member")
    name = entrant.name
    return safe_name(name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…")


def _short_list(names: Sequence[str]) -> str:
    """Return names as a list in a sentence; of many, the first ones and the number of the others."""
    if len(names) > NAMED:
        return _("{names} and {n} more").format(names=", ".join(names[:NAMED]), n=len(names) - NAMED)
    return listed(names)


def _stage(record: TournamentRecord) -> str:
    return _("The final") if record.final else format_of(record).round_title(record.round)


def _matches(record: TournamentRecord) -> str:
    matches = settings_of(record).matches
    return ngettext("one match", "{n} matches", matches).format(n=matches)


def _summary(record: TournamentRecord) -> str:
    return format_of(record).summary(_matches(record))


def _stake(record: TournamentRecord, settings: TournamentSettings) -> str:
    if not settings.buy_in:
        return _("For the crown, not for money.")
    apart = [_name(entrant) for entrant in record.entrants if entrant.stake is None]
    paying = len(record.entrants) - len(apart)
    shares = [str(share) for share in prizes.parts(max(paying, LEAST_ENTRANTS))]
    pot = settings.buy_in * paying
    words = (
        _("Buy-in {buy_in} {base}. The pot, {pot} now, goes to the winner.")
        if len(shares) == 1
        else _("Buy-in {buy_in} {base}. The pot, {pot} now, pays {shares} percent by place.")
    )
    stake = words.format(
        buy_in=settings.buy_in, base=_(settings.base), pot=number(pot), shares=_short_list(shares)
    )
    return f"{stake} · {for_points(apart)}" if apart else stake


def _absent(settings: TournamentSettings) -> str:
    if settings.absent == "computer":
        return _("If you're not here when a round starts, a computer plays for you until you're back.")
    return _("If you're not here when a round starts, you sit it out and score nothing.")


def counts_chips(record: TournamentRecord) -> bool:
    """Return whether the score is in chips; it may also be points for places, or those of a game for points."""
    game = GAMES.get(record.game)
    for_points = game is not None and game.money_kind(game.parse_options({})) == "points"
    return settings_of(record).scoring == "paid" and not for_points


def _scoring(record: TournamentRecord, settings: TournamentSettings) -> str:
    if settings.scoring == "paid" and not counts_chips(record):
        return _("Your score adds up the points that the game gives you.")
    if settings.scoring == "paid":
        return _("What you win and lose at the tables, in chips that are no money, is your score.")
    four = ", ".join(map(str, DATA.points[4]))
    five = ", ".join(map(str, DATA.points[5]))
    return _(
        "Places pay points: {four} at a table of four, {five} at a table of five. A tie shares them."
    ).format(four=four, five=five)
