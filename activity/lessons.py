"""A lesson in the page: a match that exists for its learner alone, in which the page shows what to press, and why."""

from __future__ import annotations

from typing import NamedTuple

from activity.blocks import Json
from activity.view import Sections, sections_of
from bot.face.help.lesson_step import LessonStep, lesson_step
from bot.face.help.texts import LESSON
from bot.face.text.runs import runs_of
from bot.user_errors import UserError
from games.engine.errors import IllegalAnswer
from games.engine.game import Game
from games.engine.prompts import Answer


class ShownLesson(NamedTuple):
    """A step of a lesson, and the view of it."""

    step: LessonStep
    name: str
    """The learner's name."""
    sections: Sections

    def after(self) -> ShownLesson:
        """Return the next step; the last one leads to the end, and stays there."""
        return lesson_at(self.step.game, self.step.step + (not self.step.over), self.name)

    def judged(self, ask: int, answer: Answer) -> str:
        """Return why an answer is not the one that the lesson is about; nothing if it is."""
        if self.step.over or ask != self.step.ask.id:
            return LESSON["gone"]
        if answer == self.step.lesson.steps[self.step.step].answer:
            return ""
        prompt = self.step.ask.prompt
        try:
            if prompt is not None:
                prompt.check(answer)
        except IllegalAnswer:
            return LESSON["gone"]
        return LESSON["other"]


def lesson_at(game: Game, number: int, name: str) -> ShownLesson:
    """Return a step of a game's lesson for a learner of this name. Raises `UserError` if there is none."""
    step = lesson_step(game, number, name)
    if step is None:
        raise UserError("passed")
    steps = step.lesson.steps
    about: Json = {
        "step": number,
        "steps": len(steps),
        "say": runs_of(step.lesson.end if step.over else steps[number].say),
        "wanted": None if step.over else steps[number].answer,
        "over": step.over,
    }
    return ShownLesson(step, name, sections_of(step.view, lesson=about))
