"""The things that a viewer may do now beside answering, as controls: the words for each, and the message it sends.

The same as the buttons of the chat, for the same roles. The effect of each is in `activity/effects.py`, where a control
that nobody has is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from activity.blocks import Json
from bot.face.help.texts import LESSON
from bot.face.table.company import has_room, may_fill, proposed
from bot.face.table.settings import SettingField
from bot.face.table.stakes import agree_label
from bot.face.text.game_lines import Choice
from bot.face.text.runs import RunsRenderer, plain_text, runs_of
from bot.face.text.templates import capital, word
from bot.language import N_, _, date_words
from bot.members.names import visible_name
from bot.tables.state import Seat
from bot.tables.view import TableView
from db.journal import MatchSummary
from games.computer.levels import offered, words_of
from games.engine.game import Game
from games.engine.scene import Invitation
from games.primers import find_primer
from games.registry import GAMES, game_title

PRIMARY, PLAIN, ASIDE, MENU, PAGE = "primary", "plain", "aside", "menu", "page"
MOST_LETTERS = 32
"""Letters of a word for the luck."""
_NO_CHOICES: Json = {"options": [], "chosen": [], "low": 1, "high": 1}
WORD: Json = {
    **_NO_CHOICES,
    "name": "word",
    "words": N_("Any word"),
    "about": N_("It's mixed into the next deal."),
    "letters": MOST_LETTERS,
}
SOMEONE: Json = {**_NO_CHOICES, "name": "user", "words": N_("Who?"), "about": "", "people": True}
"""One of the people who have the page open and no seat: the page knows them by Discord."""


def controls_of(view: TableView, renderer: RunsRenderer) -> list[Json]:
    """Return the controls of a viewer, the ones to press next first."""
    if view.table.phase in ("closed", "suspended"):
        return []
    seat = view.table.everyone.get(view.viewer)
    return [
        *_next(view, seat, renderer),
        *_seat(view, seat),
        *_hosting(view, seat),
        *_table(view, seat),
        *_reading(view, seat),
    ]


def lesson_controls(*, over: bool) -> list[Json]:
    """Return the controls of a lesson."""
    if over:
        return [
            _control("lesson_stop", _(LESSON["to_table"]), PRIMARY),
            _control("lesson", _(LESSON["again"])),
        ]
    return [
        _control("lesson_do", _(LESSON["do"]), ASIDE),
        _control("lesson_stop", _(LESSON["stop"]), ASIDE),
    ]


def _control(what: str, words: str, place: str = PLAIN, *, confirm: str = "", **values: Any) -> Json:
    control = {"what": what, "with": values, "words": words, "place": place}
    return {**control, "confirm": confirm} if confirm else control


def _said(field: Json) -> Json:
    """Return a field with its words in the reader's language."""
    return {**field, "words": _(field["words"]), "about": _(field["about"])}


def _next(view: TableView, seat: Seat | None, renderer: RunsRenderer) -> Iterator[Json]:
    """Yield the controls that lead on: sit down, start, play again, come back."""
    hosted, scene = view.table.kind.hosted, view.scene
    if seat is None:
        if hosted and has_room(view):
            yield _control("sit", _("Sit down"), PRIMARY)
        for invitation in scene.every(Invitation) if scene is not None and not view.revealing else ():
            yield _control("rail", plain_text(renderer.line(invitation.line)))
        return
    if seat.left:
        return
    if seat.policy is not None and not seat.invited:
        yield _control("back", _("Take my seat back"), PRIMARY)
    elif seat.away:
        yield _control("here", "I'm back", PRIMARY)
    elif scene is None and hosted:
        if label := agree_label(view, seat):
            yield _control("sit", label, PRIMARY)
        yield from _starts(view)
    elif scene is not None and (scene.over or view.sits_out) and hosted:
        yield from _company(view, seat)
    if scene is not None and not scene.over:
        for number in view.free_to_take:
            label = _("Play for {name}").format(name=renderer.plain_name(number))
            yield _control("take", label, seat=number)
    hosts = hosted and (seat.member == view.table.host or seat.user_id in view.table.access.cohosts)
    if hosts and view.table.match_id is None:
        for key, _who in proposed(view)[:1]:
            label = _("Play {game} next").format(game=_(GAMES[key].title))
            yield _control("play_next", label, PRIMARY, game=key)
            yield _control("not_next", _("Not now"))


def _starts(view: TableView) -> Iterator[Json]:
    """Yield the start of the first match: with those who are there, or with computer players."""
    missing = view.game.limits(view.options)[0] - len(view.table.seats)
    if missing <= 0:
        yield _control("start", _("Start"), PRIMARY)
    if len(view.table.members()) == 1:
        yield _control("solo", _("Start with computer players"), PRIMARY if missing > 0 else PLAIN)
    yield _control("add_computer", _("Add computer"))


def _company(view: TableView, seat: Seat) -> Iterator[Json]:
    """Yield the answers between two matches: Again, I'm back, or computers for company."""
    if seat.sits_out:
        yield _control("here", "I'm back", PRIMARY)
    elif label := agree_label(view, seat):
        yield _control("again", label, PRIMARY)
    elif view.too_few and seat.ready and may_fill(view):
        yield _control("solo", _("Play with computers"), PRIMARY)
    elif not seat.ready:
        yield _control("again", _("Again"), PRIMARY)


def _seat(view: TableView, seat: Seat | None) -> Iterator[Json]:
    """Yield what a member may do with their own seat."""
    table, resting = view.table, view.scene is None or view.scene.over
    if seat is None:
        return
    if seat.invited:
        yield _control("own_hand", _("My own hand"))
        return
    guest = table.invited()
    if guest is not None and guest.guest is not None and guest.guest == seat.user_id:
        yield _control("guest_hand", _("{name}'s hand").format(name=visible_name(guest.name)))
    if not table.kind.for_company:
        return
    if not resting and seat.policy is None and not seat.rail:
        yield _control("hand_over", _("Let a computer play"), MENU)
    if not table.kind.hosted:
        return
    if view.scene is not None and not (seat.sits_out or seat.rail or seat.left):
        yield _control("sit_out", _("Sit out a hand"), MENU, until="next")
        yield _control("sit_out", _("Sit out until I'm back"), MENU, until="back")
    if seat.member != table.host and seat.user_id not in table.access.cohosts and resting and not seat.rail:
        own = table.progress.proposals.get(view.viewer)
        games = [Choice(key, game.title, "", key == own) for key, game in GAMES.items()]
        field = field_json(SettingField("game", _("Game"), games))
        yield {**_control("propose", _("Propose a game"), MENU), "asks": field}
    yield _control("leave", _("Leave"), MENU, confirm=_("Leave the table?"))


def _table(view: TableView, seat: Seat | None) -> Iterator[Json]:
    """Yield what the company may do with the table between two matches."""
    table, resting = view.table, view.scene is None or view.scene.over
    if not (table.kind.hosted and resting) or seat is None or seat.invited or seat.rail:
        return
    if view.scene is not None:
        yield _control("add_computer", _("Add computer"), MENU)
    if any(other.computer and not other.invited for other in table.seats.values()):
        yield _control("remove_computer", _("Remove a computer player"), MENU)
    if len(view.game.strengths()) > 1:
        for other in table.in_order():
            if other.computer and not other.invited:
                yield {
                    **_control(
                        "strength",
                        _("How {name} plays").format(name=visible_name(other.name)),
                        MENU,
                        seat=other.number,
                    ),
                    "asks": _strengths(view, other),
                }
    if seat.member == table.host:
        yield _control("close", _("Close the table"), MENU, confirm=_("Close the table for everyone?"))


def _strengths(view: TableView, seat: Seat) -> Json:
    chosen = view.game.strength(seat.policy or "")
    names = dict.fromkeys((chosen, *offered(view.game)))
    choices = [Choice(name, _(capital(word(words_of(name)))), "", name == chosen) for name in names]
    return field_json(SettingField("strength", _("Strength"), choices))


def _hosting(view: TableView, seat: Seat | None) -> Iterator[Json]:
    """Yield what the host and co-hosts decide about the company, and what every member may add to its luck."""
    table, access = view.table, view.table.access
    if seat is None or seat.invited or not table.kind.hosted:
        return
    if not seat.rail and seat.policy is None and not seat.word and seat.number not in view.run_by:
        yield {**_control("word", _("Add a word to the luck"), MENU), "asks": _said(WORD)}
    if seat.member != table.host and seat.user_id not in access.cohosts:
        return
    for other in (*table.members(), *table.rail.values()):
        if other.user_id not in (None, seat.user_id):
            yield {
                **_control(
                    "company",
                    _("{name}: kick, co-host, host").format(name=visible_name(other.name)),
                    MENU,
                    user=str(other.user_id),
                ),
                "asks": _company_choices(view, other),
            }
    if table.kind.in_channel and table.place.has_bot:
        field = SettingField(
            "to",
            _("Who may sit down?"),
            [
                Choice("anyone", _("Anyone"), _("Everyone who sees the table."), access.open_to == "anyone"),
                Choice(
                    "invited", _("By invitation"), _("Only members you let in."), access.open_to == "invited"
                ),
            ],
        )
        yield {**_control("seats", _("Who may sit down?"), MENU), "asks": field_json(field)}
        if access.open_to != "anyone" or access.kicked:
            yield {**_control("invite", _("Let someone in"), MENU), "asks": _said(SOMEONE)}


def _company_choices(view: TableView, other: Seat) -> Json:
    cohost = other.user_id in view.table.access.cohosts
    choices = [
        Choice(
            "kick",
            _("Kick"),
            _("They leave now, and can't sit down here again unless you let them in."),
            False,
        )
    ]
    if not other.rail and other.member != view.table.host:
        share = _("Co-host no more") if cohost else _("Make co-host")
        choices += [
            Choice(
                "cohost", share, _("A co-host can do what you can, but for closing and naming hosts."), False
            ),
            Choice("host", _("Make host"), _("They decide from now on, and you play on."), False),
        ]
    return field_json(SettingField("deed", _("What?"), choices))


def _reading(view: TableView, seat: Seat | None) -> Iterator[Json]:
    """Yield what can be read, learned or looked back at."""
    primer = find_primer(view.game)
    if primer is not None and primer.lesson is not None:
        yield _control("lesson", _("Teach me"), ASIDE if view.scene is None else MENU)
    if view.scene is not None and view.scene.over:
        yield _control("look_back", _("Look back"), PLAIN)
    yield _control("matches", _("My past matches"), PAGE)
    yield _control("rules", _("How to play"), PAGE)


def field_json(field: SettingField) -> Json:
    """Return a field of choices."""
    return {
        "name": field.name,
        "words": field.title,
        "about": field.about,
        "options": [
            {"value": each.value, "words": each.words, "about": each.about} for each in field.choices
        ],
        "chosen": [each.value for each in field.choices if each.chosen],
        "low": field.low,
        "high": field.high,
    }


# ---- pages to read, and lists to choose from, which a control opens


def rules_page(game: Game) -> Json:
    """Return a game in three lines, and its rules."""
    primer = find_primer(game)
    parts = [{"head": "", "lines": [runs_of(line) for line in primer.lines]}] if primer is not None else []
    paragraphs = [each.replace("\n", " ") for each in game.rules.split("\n\n") if each.strip()]
    parts.append({"head": _("The rules"), "lines": [runs_of(each) for each in paragraphs]})
    return {"title": _(game.title), "parts": parts}


def past_matches(found: Sequence[MatchSummary]) -> Json:
    """Return the control that looks back at one of these matches."""
    choices = [
        Choice(
            str(match.id),
            game_title(match.game),
            _("match {n} · {day}").format(n=match.id, day=_day(match.opened)),
            False,
        )
        for match in found
    ]
    field = SettingField("match", _("Your past matches"), choices)
    return {"what": "look_back", "with": {}, "words": field.title, "place": PLAIN, "asks": field_json(field)}


def _day(at: float) -> str:
    day = datetime.fromtimestamp(at, UTC)
    return date_words(day, "MMMMd", f"{day.day} {day:%B}")
