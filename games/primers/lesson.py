"""A lesson: a first match with rigged luck, told step by step, in which the learner presses what the lesson says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.engine.chance import Seed
from games.engine.game import Game
from games.engine.match import Header, Match
from games.engine.prompts import Answer
from games.engine.questions import Ask
from games.primers.rigged import Rigged

LEARNER = 0
"""The learner's seat."""


class LessonFault(Exception):
    """A lesson that does not fit its game: a seat isn't asked what the lesson answers."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One press of the learner.

    `say`: what has happened, and why this is the press. `kind`, `answer`: the question and what the learner answers.
    """

    say: str
    kind: str
    answer: Answer
    then: Sequence[tuple[int, Answer]] = ()
    """Answers after it, in order: of other seats, or of the learner's seat to a question that teaches nothing.

    Seats that are asked in between give their default.
    """


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole lesson. `others`: the names of the computer players. `end`: the sentence after the last step.

    `cards`, `rolls`, `numbers`: the rigged luck, as `Rigged` takes it; once it is used up, `seed` provides more.
    """

    others: Sequence[str]
    steps: Sequence[Step]
    end: str
    seed: str = "lesson"
    cards: Sequence[str] = ()
    rolls: Sequence[int] = ()
    numbers: Sequence[int] = ()
    options: Mapping[str, Any] = {}
    stakes: int = 50
    carry: Mapping[str, Any] = {}
    before: Sequence[tuple[int, Answer]] = ()
    """Answers that are given before the first step."""
    skips: Sequence[str] = ()
    """Kinds of questions that the learner's seat answers with its default, unless the step is about one of them."""
    finish: bool = False
    """After the last step the learner's seat plays on by defaults like all others, to the end of a long game."""

    @property
    def seats(self) -> range:
        """The seats of the match, the learner's first."""
        return range(1 + len(self.others))

    def match_at(self, game: Game, step: int) -> Match:
        """Return the match before a step, or after the last one.

        Raises `LessonFault` where the lesson does not fit the game.
        """
        pieces = game.money_kind(game.parse_options(self.options)) == "pieces"
        header = Header(
            game.key,
            game.version,
            self.options,
            tuple(self.seats),
            Seed(self.seed),
            dict.fromkeys(self.seats, game.stake or self.stakes) if pieces else {},
            self.carry,
        )
        luck = Rigged(self.cards, self.rolls, self.numbers, seed=self.seed)
        match = Match(game, header, chance=luck, digests=False)
        script = [(self.before, self._kind_at(0))]
        script += [(done.then, self._kind_at(at)) for at, done in enumerate(self.steps[:step], 1)]
        for at, (then, wanted) in enumerate(script):
            if at:
                done = self.steps[at - 1]
                match.answer(self.ask(match, done).id, LEARNER, done.answer)
            self._play_on(match, then, wanted)
        return match

    def ask(self, match: Match, step: Step) -> Ask:
        """Return the learner's question that a step answers."""
        for ask in match.open.values():
            if ask.seat == LEARNER and ask.prompt.kind == step.kind:
                return ask
        raise LessonFault(f"nothing of kind {step.kind!r} is open: {list(match.open.values())}")

    def _kind_at(self, step: int) -> str | None:
        """Return the kind of the question that a step answers; None after the last step."""
        return self.steps[step].kind if step < len(self.steps) else None

    def _play_on(self, match: Match, then: Sequence[tuple[int, Answer]], wanted: str | None) -> None:
        """Let the others answer until the learner is asked for the next step.

        After the last step they give the answers left in the lesson, then defaults until the learner has a question.
        With `finish` the learner's seat plays by defaults too, until the match is over.
        """
        left = list(then)
        while not match.over:
            waiting = [ask for ask in match.open.values() if not ask.answered]
            scripted = next((ask for ask in waiting if left and ask.seat == left[0][0]), None)
            if scripted is not None:
                match.answer(scripted.id, scripted.seat, left.pop(0)[1], "computer")
                continue
            plays_on = wanted is None and self.finish
            skipped = () if wanted in self.skips else self.skips
            mine = [
                ask
                for ask in waiting
                if ask.seat == LEARNER
                and wanted in (None, ask.prompt.kind)
                and ask.prompt.kind not in skipped
            ]
            if mine and not left and not plays_on:
                return
            other = next(
                (ask for ask in waiting if plays_on or ask.seat != LEARNER or ask.prompt.kind in skipped),
                None,
            )
            if other is None:
                raise LessonFault(f"the learner is asked {waiting}, not {wanted!r}; left: {left}")
            match.answer(other.id, other.seat, other.prompt.default, "computer")
        if left or wanted is not None:
            raise LessonFault(f"the match is over before {wanted!r}; left: {left}")
