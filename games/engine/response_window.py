"""A response window: seats may answer what has just happened, sealed and all at once, and one card is played.

A seat that is asked may answer at any moment, and change its answer until the window closes, which it does when all
seats have answered. Nothing shows which have. Of all cards put in, exactly one is played: the best by the game's
`rank`; the others go back to their owners unseen. A seat that says `WAIT` decides after the others: if no card has been
put in, the waiting seats are asked one by one, and the first to play ends that.

Other asks may be open during the window (`standing_asks`), such as one with which a seat that is not asked may put in a
card. The rules see no clock: an automatic answer is an answer like any other.
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
    """A card put in: its seat, and the answer that plays it."""

    seat: int
    answer: Answer


class WindowResult(NamedTuple):
    """A closed window: the last answer of each seat that was asked, and the card that is played, if any."""

    answers: Mapping[int, Answer]
    played: Response | None


class WindowRules(NamedTuple):
    """The rules of a game for its response windows."""

    rank: Callable[[Response], Any]
    """The rank of a card put in, the smallest first; None: it plays nothing, or may not be played now."""
    standing_asks: Callable[[Collection[int]], Sequence[Ask]]
    """The other open asks, without those by which the given seats put in cards, since the window asks them."""
    on_standing_reply: Callable[[Reply], bool]
    """Takes an answer to one of `standing_asks`; True if it puts in a card, or takes one back."""
    late_prompt: Callable[[int], Prompt]
    """The question to a seat that has waited: play or pass."""
    waiting_order: Callable[[Iterable[int]], Sequence[int]]
    """The order in which the waiting seats are asked."""


async def respond(table: Table, asks: Sequence[Ask], rules: WindowRules) -> WindowResult:
    """Open a window with these asks, one for each seat, and return its result when it has closed."""
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
    """Return the card to play of those put in; cards that are no longer legal do not count."""
    ranked = [(rank, each) for each in put if (rank := rules.rank(each)) is not None]
    return min(ranked, key=lambda pair: pair[0])[1] if ranked else None


async def _one_by_one(table: Table, asks: Sequence[Ask], rules: WindowRules) -> Response | None:
    """Ask the waiting seats in turn, each knowing that those before have declined; the first card ends it.

    Their asks go on with another prompt, so that no new number of an ask tells that a seat has waited. An automatic
    answer to the first prompt does not answer this one.
    """
    for ask in asks:
        ask.prompt, ask.answered, ask.given, ask.auto_answer = rules.late_prompt(ask.seat), False, None, None
        ask.brief = False
        while not ask.answered:
            reply = await table.wait_once([ask, *rules.standing_asks((ask.seat,))])
            if reply is None or (reply.ask is not ask and not rules.on_standing_reply(reply)):
                continue
            best = _best([Response(reply.seat, reply.answer)], rules)
            if best is not None:
                return best
            ask.answered = reply.ask is ask
    return None
