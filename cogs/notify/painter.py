"""The private panel of `/notify me`: which calls reach a member, when and where."""

from __future__ import annotations

from bot.notices.choices import NoticeChoices
from bot.notices.times_of_day import DAYS, clock_words, offset_words
from cogs.ui.components import PLAIN, RED, Json, button, container, message, note, rows, select, text
from cogs.ui.components import option as menu_line
from cogs.ui.forms import modal
from cogs.ui.game_list import game_lines
from games.registry import GAMES

PREFIX = "notify"
"""Custom ids: `notify:games`, `notify:days`, `notify:quiet`, `notify:time`, `notify:place:<channel or dm>`,
`notify:off`."""


TURN_PLACES = {
    "mention": "Mention me in the channel",
    "dm": "Send me a direct message",
    "off": "Don't tell me",
}
"""The ways to learn of a turn, and their names for members."""
_TURN_WORDS = {
    "mention": "I mention you beside the table when it's your turn and you've pressed nothing for a while.",
    "dm": "I send you a direct message when it's your turn and you've pressed nothing for a while.",
    "off": "I don't tell you when it's your turn. `/my tables` shows you where you're waited for.",
}

DAILY_NOTICES = {
    "opens": "When a new table opens",
    "streak": "3 hours before my streak ends",
    "both": "Both",
    "off": "Don't tell me",
}
"""What a member may hear of the table of the day, and the names of these choices."""
_DAILY_WORDS = {
    "opens": "I write to you when this server's table of the day opens.",
    "streak": "I write to you 3 hours before your streak at the table of the day ends, if you haven't played by then.",
    "both": "I write to you when this server's table of the day opens, and again 3 hours before your streak ends.",
    "off": "I don't write to you about the table of the day.",
}


def daily_note(choices: NoticeChoices, lead: str = "") -> Json:
    """Return what a member hears of the table of the day."""
    words = _DAILY_WORDS[choices.today]
    if choices.today != "off" and choices.dm_closed:
        words = "Your direct messages are closed to me. Open them for this server, then choose this again."
    elif choices.today != "off" and choices.quiet:
        words = f"{words} Not in your quiet hours."
    return note(f"{lead}{words}")


def turn_note(choices: NoticeChoices, lead: str = "") -> Json:
    """Return how a member learns of their turns."""
    words = _TURN_WORDS[choices.turn]
    if choices.turn == "dm" and choices.dm_closed:
        words = (
            "Your direct messages are closed to me, so I mention you beside the table. "
            "Open them for this server, then choose them again."
        )
    quiet = " In your quiet hours it makes no sound." if choices.quiet and choices.turn != "off" else ""
    return note(f"{lead}{words}{quiet}")


def notice_panel(choices: NoticeChoices, now: float, lead: str = "") -> Json:
    """Return the panel, with a line that confirms the last change."""
    words = f"## Calls for players\n{_summary(choices)}\n{_quiet_line(choices, now)}\n{_place_line(choices)}"
    games = game_lines(choices.games)
    days = [menu_line(day, str(number), default=number in choices.days) for number, day in enumerate(DAYS)]
    other = "channel" if choices.place == "dm" else "dm"
    place = "Tell me in the channel" if other == "channel" else "Tell me by direct message"
    return message(
        container(
            [
                text(f"{words}\n{lead}".strip()),
                select("Games: all of them", f"{PREFIX}:games", games, 0, len(games)),
                select("Days: every day", f"{PREFIX}:days", days, 0, len(days)),
                *rows(
                    [
                        button("Quiet hours", f"{PREFIX}:quiet"),
                        button("My time", f"{PREFIX}:time"),
                        button(place, f"{PREFIX}:place:{other}"),
                        button("Stop calling me", f"{PREFIX}:off", RED),
                    ]
                ),
                text("-# Never more than one notice an hour. Only you can see this."),
            ],
            PLAIN,
        ),
        ephemeral=True,
    )


def off_note() -> Json:
    """Return the confirmation that calls are off."""
    return note(
        "Nobody calls you from now on. `/notify me` turns it on again, with the games and days you had."
    )


def quiet_modal(choices: NoticeChoices) -> Json:
    """Return the modal for quiet hours."""
    typed = "" if choices.quiet is None else "-".join(map(clock_words, choices.quiet))
    about = "Like 22-8 or 11pm-7:30am, by your own clock. Type none to clear them."
    return modal("Quiet hours", f"{PREFIX}:quiet", "From and until", about, value=typed, most=20)


def time_modal() -> Json:
    """Return the modal for the member's local time."""
    about = "What your clock shows, like 20:15, or your offset, like UTC+2."
    return modal("Your time", f"{PREFIX}:time", "What time is it for you?", about, most=10)


def _summary(choices: NoticeChoices) -> str:
    titles = [GAMES[key].title for key in choices.games if key in GAMES]
    games = _list(titles, "or") if titles else "any game"
    days = f" on {_list([DAYS[day] for day in choices.days], 'or')}" if choices.days else ""
    return f"You hear of it when someone calls players for **{games}**{days}."


def _quiet_line(choices: NoticeChoices, now: float) -> str:
    if choices.quiet is None:
        hours = "No quiet hours."
    else:
        hours = f"Quiet from {clock_words(choices.quiet[0])} to {clock_words(choices.quiet[1])}."
    if choices.offset is None:
        return f"{hours} I don't know your time yet, so I go by UTC: *My time* sets it."
    local = choices.local(now)
    return (
        f"{hours} It's {clock_words(local.hour * 60 + local.minute)} for you ({offset_words(choices.offset)}); "
        "set it again when your clocks change."
    )


def _place_line(choices: NoticeChoices) -> str:
    if choices.place == "channel":
        return "I mention you in the channel."
    if choices.dm_closed:
        return (
            "Your direct messages are closed to me, so I mention you in the channel. "
            "Open them for this server, then choose them again."
        )
    return "I send you a direct message."


def _list(names: list[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else names[0]
