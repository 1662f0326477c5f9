"""Views that a member turns to in place of the table: a step of a match that is over, and a step of a lesson."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from activity.blocks import Json
from activity.view import Sections, sections_of
from bot.face.help.lesson_step import LessonStep, lesson_step
from bot.face.help.texts import LESSON
from bot.face.text.runs import runs_of
from bot.language import _
from bot.matches.played_match import PlayedMatch, replayed
from bot.user_errors import UserError
from games.engine.errors import IllegalAnswer
from games.engine.game import Game
from games.engine.prompts import Answer


class Past(NamedTuple):
    """A match that a member looks back at, and the view of one step."""

    played: PlayedMatch
    sections: Sections


async def past_of(played: PlayedMatch, step: int) -> Past:
    """Return a step of a match, the nearest if there is no such step. Raises `UserError` if the rules have changed."""
    step = max(0, min(step, played.last))
    match = await replayed(played, step)
    chance = await asyncio.to_thread(played.chance, step, match)
    viewer = played.viewer(step)
    about: Json = {
        "match": played.number,
        "step": step,
        "last": played.last,
        "mine": _decisions(played),
        "chance": chance,
    }
    return Past(played, sections_of(played.view(match, viewer), about))


def _decisions(played: PlayedMatch) -> list[int]:
    """Return the steps at which the member decided something."""
    steps, step = list[int](), played.next_decision(-1)
    while step is not None:
        steps.append(step)
        step = played.next_decision(step)
    return steps


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
            return _(LESSON["gone"])
        if answer == self.step.lesson.steps[self.step.step].answer:
            return ""
        prompt = self.step.ask.prompt
        try:
            if prompt is not None:
                prompt.check(answer)
        except IllegalAnswer:
            return _(LESSON["gone"])
        return _(LESSON["other"])


def lesson_at(game: Game, number: int, name: str) -> ShownLesson:
    """Return a step of a game's lesson for a learner of this name. Raises `UserError` if there is none."""
    step = lesson_step(game, number, name)
    if step is None:
        raise UserError("passed")
    steps = step.lesson.steps
    about: Json = {
        "step": number,
        "steps": len(steps),
        "say": runs_of(_(step.lesson.end if step.over else steps[number].say)),
        "wanted": None if step.over else steps[number].answer,
        "over": step.over,
    }
    return ShownLesson(step, name, sections_of(step.view, lesson=about))
