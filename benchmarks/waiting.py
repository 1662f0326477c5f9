"""Waiting times in the tavern (TIM-R20): questions, windows and seconds of a turn, from the real engine.

The model is four attentive players, roughly: 4 seconds to pass, 9 to play a card, 10 for a form. All players who are
asked in a window answer at the same time. They play what the computer player chooses, except that they pass half of the
windows, as people hold cards back, and gamble every fourth time that they could. Their luck is fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean, median

from benchmarks.figures import Figure
from games.engine import Answer, Ask, Chance, Event, Header, Match, Seed
from games.engine.card_prompts import PlayCard
from games.tavern import GAME
from games.tavern.decks.builtin import BUILT_IN

SEATS = (0, 1, 2, 3)
PASSES, PLAYS, FORM = 4.0, 9.0, 10.0
GAMBLING = {key for key, card in BUILT_IN.cards.items() if {"gambling", "cheating"} & set(card.types)}
PASSING = ("pass", "pass_on", "wait", "no_action", "leave_it", "drink_it")


@dataclass(slots=True)
class Turn:
    """The questions of one turn by seat, and the seconds that the table waits for them."""

    active: int
    asked: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    windows: int = 0
    seconds: float = 0.0
    responses: int = 0
    round: bool = False
    events: list[Event] = field(default_factory=list)

    @property
    def others(self) -> float:
        """The average number of questions to each of the other seats."""
        return sum(n for seat, n in self.asked.items() if seat != self.active) / (len(SEATS) - 1)


def turns(match: Match, luck: Chance) -> Iterator[Turn]:
    """Play a match to its end, and yield its turns but the last, which the end has cut short."""
    now: Turn | None = None
    while not match.over:
        waiting = [ask for ask in match.open.values() if not ask.answered]
        first = waiting[0]
        if first.prompt.kind == "discard" and (now is None or now.asked):
            if now is not None:
                yield now
            now = Turn(first.seat)
        assert now is not None
        answers: list[tuple[Ask, Answer]] = []
        for ask in waiting:
            answers.append((ask, _choice(match, ask, luck)))
            now.asked[ask.seat] += 1
            now.kinds[ask.prompt.kind] += 1
        now.seconds += max(_seconds(ask, answer) for ask, answer in answers)
        now.windows += first.prompt.clock == "window"
        seen = len(match.events)
        for ask, answer in answers:
            match.answer(ask.id, ask.seat, answer, "computer")
        now.events += match.events[seen:]
        now.round = any(event.kind == "round_starts" for event in now.events)
        played = first.prompt.clock in ("window", "late") and any(a not in PASSING for _, a in answers)
        now.responses += played


def _choice(match: Match, ask: Ask, luck: Chance) -> Answer:
    """Return the answer of a player of the model."""
    prompt = ask.prompt
    assert isinstance(prompt, PlayCard) or prompt.clock == "choice"
    if (
        isinstance(prompt, PlayCard)
        and prompt.clock == "window"
        and PASSING[0] in prompt.passes
        and luck.below(2)
    ):
        return PASSING[0]
    if isinstance(prompt, PlayCard) and prompt.kind in ("action", "gamble") and luck.below(4) == 0:
        gambles = [move.first() for move in prompt.moves if move.card in GAMBLING]
        if gambles:
            return luck.choice(gambles)
    scene = match.scene(ask.seat)
    seen = next(each for each in scene.asks if each.id == ask.id)
    policy = GAME.policies["regular"]
    return policy(scene, seen, luck)


def _seconds(ask: Ask, answer: Answer) -> float:
    if ask.prompt.clock == "turn":
        return FORM
    return PASSES if answer in PASSING else PLAYS


def play(matches: int) -> list[Turn]:
    """Play matches of four, and return all of their turns."""
    played: list[Turn] = []
    for number in range(matches):
        luck = Chance(Seed("waiting", number))
        header = Header(GAME.key, GAME.version, {}, SEATS, Seed("bench", number), dict.fromkeys(SEATS, 50))
        played += turns(Match(GAME, header, digests=False), luck)
    return played


def run(quick: bool) -> list[Figure]:
    """Measure the figures of the ruling, beside its rough model."""
    every = play(10 if quick else 100)
    rounds = [turn.seconds for turn in every if turn.round]
    model = "the ruling's model"
    return [
        Figure("windows a turn", "", mean(turn.windows for turn in every), 3.5, model),
        Figure(
            "questions to the one whose turn it is", "", mean(t.asked[t.active] for t in every), 4.0, model
        ),
        Figure("questions to each of the others", "", mean(turn.others for turn in every), 2.5, model),
        Figure("responses a turn", "", mean(turn.responses for turn in every), 0.9, model),
        Figure("seconds of waiting a turn, mean", "s", mean(turn.seconds for turn in every), 49.0, model),
        Figure("seconds of waiting a turn, median", "s", median(turn.seconds for turn in every), 44.0, model),
        Figure("seconds of a turn with a round, mean", "s", mean(rounds), 77.0, model),
    ]
