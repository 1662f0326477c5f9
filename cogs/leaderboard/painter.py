"""The board of ratings of one game in one season, and the medals of a member."""

from __future__ import annotations

from collections.abc import Sequence

from bot.clock import day_words
from bot.face.text.templates import safe_name
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
PLACES = {1: "first", 2: "second", 3: "third"}
MOST_MEDALS = 3
"""The most medals on a profile, newest first."""


def ratings_message(
    game: Game, season: SeasonRecord, records: Sequence[RatingRecord], now: float, *, private: bool
) -> Json:
    """Return the board: members whose rating is known, best first, and what the others need to get there."""
    known = known_ratings(records, game, now)
    lines = [f"## Ratings · {game.title}", f"-# {season_words(season)}"]
    for place, record in enumerate(known[:SHOWN], 1):
        mark = MEDALS[place] if season.closed is not None and place in MEDALS else f"{place} ·"
        lines.append(
            f"{mark} **{safe_name(record.name)}** {rating_of(record).points:,} · {record.matches} matches"
        )
    unknown = len(records) - len(known)
    needed = max(LEAST, game.rated_after or 0)
    if unknown:
        count = "1 more member isn't" if unknown == 1 else f"{unknown} more members aren't"
        lines.append(
            f"-# {count} known well enough yet: {needed} rated matches, {OPPONENTS} different opponents."
        )
    if not records:
        lines.append(
            f"No rated matches yet. A host switches *Rated* on in the settings of a table; after {needed} matches "
            f"against {OPPONENTS} different opponents you stand here."
        )
    return message(container([text("\n".join(lines))], accent_of(game)), ephemeral=private)


def season_words(season: SeasonRecord) -> str:
    """Return a season in words: `Season 3, since 1 Oct 2026`."""
    if season.closed is None:
        return f"Season {season.number}, since {day_words(season.begun)}, until {day_words(season.ends)}"
    return f"Season {season.number}, {day_words(season.begun)} to {day_words(season.closed)}"


def medals_text(medals: Sequence[MedalRecord]) -> str:
    """Return the newest medals of a member in a line: `Threes (first, season 2)`."""
    return ", ".join(
        f"{game_title(medal.game)} ({PLACES[medal.place]}, season {medal.season})"
        for medal in medals[:MOST_MEDALS]
    )
