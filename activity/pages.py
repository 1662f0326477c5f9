"""Pages to read, in paragraphs, and lists to choose from, which a control opens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from activity.blocks import Json
from activity.controls import PLAIN, field_json
from bot.face.table.settings import SettingField
from bot.face.text.game_lines import Choice
from bot.face.text.runs import runs_of
from bot.language import _, date_words
from db.journal import MatchSummary
from games.engine.game import Game
from games.primers import find_primer
from games.registry import game_title


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
