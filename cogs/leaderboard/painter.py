"""The board of ratings of one game in one season, and the medals of a member."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import day_words
from bot.face.text.templates import safe_name
from bot.language import N_, _, ngettext, number
from cogs.leaderboard.rating import LEAST, OPPONENTS
from cogs.leaderboard.rows import MedalRecord, RatingRecord, SeasonRecord
from cogs.leaderboard.seasons import known_ratings, rating_of
from cogs.ui.components import Json, container, message, text
from cogs.ui.theme import accent_of
from games.engine.game import Game
from games.registry import game_title

SHOWN = 20
"""The most members on the board."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MEDAL_WORDS = {
    1: N_("{game} (first, season {season})"),
    2: N_("{game} (second, season {season})"),
    3: N_("{game} (third, season {season})"),
}
MOST_MEDALS = 3
"""The most medals on a profile, newest first."""


def ratings_message(
    game: Game, season: SeasonRecord, records: Sequence[RatingRecord], now: float, *, private: bool
) -> Json:
    """Return the board: members whose rating is known, best first, and what the others need to get there."""
    known = known_ratings(records, game, now)
    lines = [_("## Ratings · {game}").format(game=_(game.title)), f"-# {season_words(season)}"]
    for place, record in enumerate(known[:SHOWN], 1):
        mark = MEDALS[place] if season.closed is not None and place in MEDALS else f"{place} ·"
        played = ngettext("{n} match", "{n} matches", record.matches).format(n=record.matches)
        lines.append(f"{mark} **{safe_name(record.name)}** {number(rating_of(record).points)} · {played}")
    unknown = len(records) - len(known)
    needed = max(LEAST, game.rated_after or 0)
    if unknown:
        more = ngettext(
            "-# 1 more member isn't known well enough yet: {needed} rated matches, {opponents} different opponents.",
            "-# {n} more members aren't known well enough yet: "
            "{needed} rated matches, {opponents} different opponents.",
            unknown,
        )
        lines.append(more.format(n=unknown, needed=needed, opponents=OPPONENTS))
    if not records:
        lines.append(
            _(
                "No rated matches yet. A host switches *Rated* on in the settings of a table; "
                "after {needed} matches against {opponents} different opponents you stand here."
            ).format(needed=needed, opponents=OPPONENTS)
        )
    return message(container([text("\n".join(lines))], accent_of(game)), ephemeral=private)


def season_words(season: SeasonRecord) -> str:
    """Return a season in words: `Season 3, since 1 Oct 2026`."""
    if season.closed is None:
        words, ends = _("Season {n}, since {begun}, until {ends}"), season.ends
    else:
        words, ends = _("Season {n}, {begun} to {ends}"), season.closed
    return words.format(n=season.number, begun=day_words(season.begun), ends=day_words(ends))


def medals_text(medals: Sequence[MedalRecord]) -> str:
    """Return the newest medals of a member in a line: `Threes (first, season 2)`."""
    return ", ".join(
        _(MEDAL_WORDS[medal.place]).format(game=game_title(medal.game), season=medal.season)
        for medal in medals[:MOST_MEDALS]
    )
