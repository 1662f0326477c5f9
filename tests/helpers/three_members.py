"""Whole matches of three members, from Start to the result, answered by a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from games.engine import HOUSE, Ask, Chance, Choose
from tests.helpers.tables import ANN, BOB, CID, Room

PEOPLE = (ANN, BOB, CID)
Answer = Callable[[Ask, Chance], Any]


async def match(room: Room, table: TableActor, answer: Answer, luck: Chance) -> bool:
    """Play one match, and return False if too few can pay; what a purse cannot pay is answered by default."""
    for person in PEOPLE:
        if table.state.seat_of(person.user_id) is not None:
            await table.seating.sit(person)
    try:
        await table.lifecycle.start(ANN)
    except UserError as refused:
        if refused.key not in ("too_few", "cannot_afford"):
            raise
        return False
    while table.session is not None:
        await room.quiet()
        if table.session is None:
            break
        session = table.session
        asks = [ask for ask in session.match.open.values() if not ask.answered and ask.seat != HOUSE]
        people = {
            table.viewer_of(person.user_id): person
            for person in PEOPLE
            if table.state.seat_of(person.user_id) is not None
        }
        asks = [ask for ask in asks if ask.seat in people]
        if not asks:
            room.clock.advance(30)
            continue
        ask = luck.choice(asks)
        try:
            await table.press(people[ask.seat], session.id, ask.id, answer(ask, luck))
        except UserError as refused:
            if refused.key not in ("cannot_wager", "house_broke"):
                raise
            await table.press(people[ask.seat], session.id, ask.id, ask.prompt.default)
    await room.quiet()
    return True


def anything(ask: Ask, luck: Chance) -> Any:
    """Answer at random, but put up what is asked for."""
    options = ask.prompt.options if isinstance(ask.prompt, Choose) else ()
    return "stake" if "stake" in options else luck.choice(ask.prompt.legal(luck))


def generous(ask: Ask, luck: Chance) -> Any:
    """Answer as feeders who want to lose: raise and fold, roll on and bust, cheat and be caught."""
    options = ask.prompt.options if isinstance(ask.prompt, Choose) else ()
    wanted: Sequence[str] = ("stake", "deception", "g10", "g8", "g6", "g4", "call", "roll")
    if ask.seat and "fold" in options and luck.below(2):
        return "fold"
    return next((option for option in wanted if option in options), luck.choice(ask.prompt.legal(luck)))
