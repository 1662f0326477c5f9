"""A step of a lesson as its learner sees it: the view of a table that exists for the lesson alone."""

from __future__ import annotations

from typing import NamedTuple

from bot.face.table.tableless import tableless_view
from bot.face.text.templates import safe_name
from bot.tables.view import TableView
from games.engine.game import Game
from games.engine.match import Match
from games.engine.scene import OpenAsk
from games.primers import LEARNER, Lesson, find_primer


class LessonStep(NamedTuple):
    """A step of a lesson, as the learner sees it."""

    game: Game
    lesson: Lesson
    step: int
    match: Match
    view: TableView

    @property
    def over(self) -> bool:
        """True after the last step."""
        return self.step >= len(self.lesson.steps)

    @property
    def ask(self) -> OpenAsk:
        """The question of this step."""
        wanted = self.lesson.ask(self.match, self.lesson.steps[self.step]).id
        assert self.view.scene is not None
        return next(ask for ask in self.view.scene.asks if ask.id == wanted)


def lesson_step(game: Game, step: int, name: str) -> LessonStep | None:
    """Return a step of a game's lesson for a learner of that name; None if there is no such lesson or step."""
    primer = find_primer(game)
    lesson = primer.lesson if primer is not None else None
    if lesson is None or not 0 <= step <= len(lesson.steps):
        return None
    match = lesson.match_at(game, step)
    return LessonStep(game, lesson, step, match, lesson_view(game, lesson, match, name, LEARNER))


def lesson_view(game: Game, lesson: Lesson, match: Match, name: str, viewer: int) -> TableView:
    """Return the view of a table that exists for this lesson alone."""
    names = [safe_name(name), *lesson.others]
    return tableless_view(
        game, match, names, viewer, options=lesson.options, carry=lesson.carry, pictures=True
    )
