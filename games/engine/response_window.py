"""A window in which seats may answer what has just happened: sealed, all at once, and one card comes of it.

Whoever is asked may answer at any moment, and anew until the window closes, which it does when all who are asked have
answered. Nothing shows who has. Of all cards put in, exactly one is played: the best by the game's `rank`; the others
go back to their owners unseen. Who says `WAIT` decides after the others: if nobody has put in a card, those who wait
are asked one by one, and the first to play ends that.

Beside the window other asks may stand open (`beside`), such as one with which anybody may put in a card who is not
asked. The rules see no clock: an answer that comes by itself is an answer like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.prompts import Answer, Prompt
from games.engine.questions import Ask, Reply
from games.engine.table import Table

WAIT = "wait"
"""The answer "I decide after the others"."""


class Response(NamedTuple):
    """A card put in: by whom, and the answer that plays it."""

    seat: int
    answer: Answer


class WindowResult(NamedTuple):
    """A window that has closed: what each who was asked has said last, and what is played, if anything."""

    answers: Mapping[int, Answer]
    played: Response | None


class WindowRules(NamedTuple):
    """What a game says about its windows."""

    rank: Callable[[Response], Any]
    """Where a card put in stands among others, the smallest first; None: it plays nothing, or may not be played now."""
    standing_asks: Callable[[Collection[int]], Sequence[Ask]]
    """The asks that stand open beside; not those with which the given seats put in cards, since they are asked."""
    on_standing_reply: Callable[[Reply], bool]
    """An answer to an ask of `beside` has come; True if it puts in a card, or takes one back."""
    late_prompt: Callable[[int], Prompt]
    """The question to one who has waited: play or pass."""
    waiting_order: Callable[[Iterable[int]], Sequence[int]]
    """The order in which those who wait are asked."""


async def respond(table: Table, asks: Sequence[Ask], rules: WindowRules) -> WindowResult:
    """Open a window with these asks, one a seat; gives what came of it when it has closed."""
    answers: dict[int, Answer] = {}
    others: dict[int, Answer] = {}
    seats = [ask.seat for ask in asks]
    while len(answers) < len(asks):
        reply = await table.wait_once([*asks, *rules.standing_asks(seats)])
        if reply is None:
            continue
        if reply.ask in asks:
            reply.ask.answered, reply.ask.given = True, reply.answer
            answers[reply.seat] = reply.answer
        elif rules.on_standing_reply(reply):
            others[reply.seat] = reply.answer
    best = _best([Response(*each) for each in (*answers.items(), *others.items())], rules)
    waiting = {ask.seat: ask for ask in asks if answers[ask.seat] == WAIT}
    if best is None and waiting:
        best = await _one_by_one(table, [waiting[seat] for seat in rules.waiting_order(waiting)], rules)
    return WindowResult({seat: answers[seat] for seat in seats}, best)


def _best(put: Iterable[Response], rules: WindowRules) -> Response | None:
    """The card that is played of those put in; what is no longer legal counts for nothing."""
    ranked = [(rank, each) for each in put if (rank := rules.rank(each)) is not None]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


async def _one_by_one(table: Table, asks: Sequence[Ask], rules: WindowRules) -> Response | None:
    """Those who wait decide, each knowing that those before have declined; anybody's card ends it.

    Their asks go on with another prompt: the number of an ask tells nobody that somebody has waited. What they have
    answered beforehand to the first one answers this one no more.
    """
    for ask in asks:
        ask.prompt, ask.answered, ask.given, ask.auto_answer = rules.late_prompt(ask.seat), False, None, None
        while not ask.answered:
            reply = await table.wait_once([ask, *rules.standing_asks((ask.seat,))])
            if reply is None or (reply.ask is not ask and not rules.on_standing_reply(reply)):
                continue
            best = _best([Response(reply.seat, reply.answer)], rules)
            if best is not None:
                return best
            ask.answered = reply.ask is ask
    return None
