"""The private panel of `/notify me`: which calls reach a member, when and where."""

from __future__ import annotations

from bot.language import N_, _, listed
from bot.notices.choices import NoticeChoices
from bot.notices.times_of_day import DAYS, clock_words, minute_shown, offset_words
from bot.notices.zones import clocks_words
from cogs.ui.components import PLAIN, RED, Json, button, container, message, note, rows, select, text
from cogs.ui.components import option as menu_line
from cogs.ui.forms import modal
from cogs.ui.game_list import game_lines
from games.registry import GAMES

PREFIX = "notify"
"""Custom ids: `notify:games`, `notify:days`, `notify:quiet`, `notify:time`, `notify:place:<channel or dm>`,
`notify:off`."""


TURN_PLACES = {
    "mention": N_("Mention me in the channel"),
    "dm": N_("Send me a direct message"),
    "off": N_("Don't tell me"),
}
"""The ways to learn of a turn, and their names for members."""
_TURN_WORDS = {
    "mention": N_(
        "I mention you beside the table when it's your turn and you've pressed nothing for a while."
    ),
    "dm": N_("I send you a direct message when it's your turn and you've pressed nothing for a while."),
    "off": N_("I don't tell you when it's your turn. `/my tables` shows you where you're waited for."),
}

DAILY_NOTICES = {
    "opens": N_("When a new table opens"),
    "streak": N_("3 hours before my streak ends"),
    "both": N_("Both"),
    "off": N_("Don't tell me"),
}
"""What a member may hear of the table of the day, and the names of these choices."""
_DAILY_WORDS = {
    "opens": N_("I write to you when this server's table of the day opens."),
    "streak": N_(
        "I write to you 3 hours before your streak at the table of the day ends, if you haven't played by then."
    ),
    "both": N_(
        "I write to you when this server's table of the day opens, and again 3 hours before your streak ends."
    ),
    "off": N_("I don't write to you about the table of the day."),
}


def daily_note(choices: NoticeChoices, lead: str = "") -> Json:
    """Return what a member hears of the table of the day."""
    words = _(_DAILY_WORDS[choices.today])
    if choices.today != "off" and choices.dm_closed:
        words = _("Your direct messages are closed to me. Open them for this server, then choose this again.")
    elif choices.today != "off" and choices.quiet:
        words = f"{words} {_('Not in your quiet hours.')}"
    return note(f"{lead}{words}")


def turn_note(choices: NoticeChoices, lead: str = "") -> Json:
    """Return how a member learns of their turns."""
    words = _(_TURN_WORDS[choices.turn])
    if choices.turn == "dm" and choices.dm_closed:
        words = _(
            "Your direct messages are closed to me, so I mention you beside the table. "
            "Open them for this server, then choose them again."
        )
    if choices.quiet and choices.turn != "off":
        words += " " + _("In your quiet hours it makes no sound.")
    return note(f"{lead}{words}")


def notice_panel(choices: NoticeChoices, now: float, lead: str = "") -> Json:
    """Return the panel, with a line that confirms the last change."""
    lines = [_("## Calls for players"), _summary(choices), _quiet_line(choices, now), _place_line(choices)]
    words = "\n".join(lines)
    games = game_lines(choices.games)
    days = [menu_line(_(day), str(n), default=n in choices.days) for n, day in enumerate(DAYS)]
    other = "channel" if choices.place == "dm" else "dm"
    place = _("Tell me in the channel") if other == "channel" else _("Tell me by direct message")
    return message(
        container(
            [
                text(f"{words}\n{lead}".strip()),
                select(_("Games: all of them"), f"{PREFIX}:games", games, 0, len(games)),
                select(_("Days: every day"), f"{PREFIX}:days", days, 0, len(days)),
                *rows(
                    [
                        button("Quiet hours", f"{PREFIX}:quiet"),
                        button("My time", f"{PREFIX}:time"),
                        button(place, f"{PREFIX}:place:{other}"),
                        button("Stop calling me", f"{PREFIX}:off", RED),
                    ]
                ),
                text(_("-# Never more than one notice an hour. Only you can see this.")),
            ],
            PLAIN,
        ),
        ephemeral=True,
    )


def off_note() -> Json:
    """Return the confirmation that calls are off."""
    return note(
        _("Nobody calls you from now on. `/notify me` turns it on again, with the games and days you had.")
    )


def quiet_modal(choices: NoticeChoices) -> Json:
    """Return the modal for quiet hours."""
    typed = "" if choices.quiet is None else "-".join(map(clock_words, choices.quiet))
    about = _("Like 22-8 or 11pm-7:30am, by your own clock. Type none to clear them.")
    return modal(_("Quiet hours"), f"{PREFIX}:quiet", _("From and until"), about, value=typed, most=20)


def time_modal() -> Json:
    """Return the modal for the member's local time."""
    about = _("A city whose clocks you go by, like Berlin; or what your clock shows now, like 20:15.")
    return modal(_("Your time"), f"{PREFIX}:time", _("City or time"), about, most=40)


def _summary(choices: NoticeChoices) -> str:
    titles = [_(GAMES[key].title) for key in choices.games if key in GAMES]
    words = (
        _("You hear of it when someone calls players for **{games}** on {days}.")
        if choices.days
        else _("You hear of it when someone calls players for **{games}**.")
    )
    return words.format(
        games=listed(titles, "or") if titles else _("any game"),
        days=listed([_(DAYS[day]) for day in choices.days], "or"),
    )


def _quiet_line(choices: NoticeChoices, now: float) -> str:
    if choices.quiet is None:
        hours = _("No quiet hours.")
    else:
        begin, end = map(clock_words, choices.quiet)
        hours = _("Quiet from {begin} to {end}.").format(begin=begin, end=end)
    time = clock_words(minute_shown(choices.local(now)))
    if choices.zone is not None:
        known = _("It's {time} for you, {clocks}.").format(time=time, clocks=clocks_words(choices.zone))
        return f"{hours} {known}"
    if choices.offset is None:
        unknown = _("I don't know your time yet, so I go by UTC: *My time* sets it.")
        return f"{hours} {unknown}"
    now_words = _(
        "It's {time} for you ({offset}); name a city and it stays right when clocks change."
    ).format(time=time, offset=offset_words(choices.offset))
    return f"{hours} {now_words}"


def _place_line(choices: NoticeChoices) -> str:
    if choices.place == "channel":
        return _("I mention you in the channel.")
    if choices.dm_closed:
        return _(
            "Your direct messages are closed to me, so I mention you in the channel. "
            "Open them for this server, then choose them again."
        )
    return _("I send you a direct message.")
