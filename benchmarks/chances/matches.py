"""Matches of the tavern at full speed: computer players look at the game itself and no scene is ever made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.computer import Thoughts
from games.engine import Ask, Chance, Choose, Pick, Reply, Seed, Table
from games.engine.card_prompts import PlayCard
from games.tavern import GAME, play
from games.tavern.board import Display
from games.tavern.cards import Step
from games.tavern.computer.observation import (
    Judge,
    Observation,
    ObservedDrink,
    ObservedItem,
    ObservedLoss,
    pass_of,
)
from games.tavern.items import DrinkServing, GearCard, Item, PlayedCard, RevealedEvent
from games.tavern.options import Options
from games.tavern.rules.forecast import forecast
from games.tavern.state import Tavern


def look(game: Tavern, seat: int) -> Observation:
    """Return what a seat observes; `observe` makes the same of its scene."""
    players = game.players
    seats = [each for each in game.order if not players[each].out]
    own = players[seat]
    showing = [each for each in seats if players[each].brew or players[each].new_potion or players[each].mood]
    moods = {each: _mood(game, each) for each in showing}
    serving = next((item for item in reversed(game.stack) if isinstance(item, DrinkServing)), None)
    return Observation(
        seat,
        game.decks,
        {each: players[each].fort for each in seats},
        {each: players[each].ac for each in seats},
        {each: players[each].gold for each in seats},
        own.piety,
        game.round.pot if game.round is not None else 0,
        tuple(_item(game, item) for item in game.stack),
        tuple(_drinks(serving)) if serving is not None else (),
        tuple(own.hand.cards),
        tuple(key for key in (own.brew, own.new_potion, own.mood) if key is not None),
        {
            each: sum(step.amount or 0 for step in mood if step.verb == "guard")
            for each, mood in moods.items()
        },
        moods.get(seat, ()),
        {each: len(players[each].hand.cards) for each in seats},
        {each: len(players[each].pile) for each in seats},
        {each: players[each].character.name for each in seats},
    )


def _mood(game: Tavern, seat: int) -> tuple[Step, ...]:
    mood = game.players[seat].mood
    return game.decks.cards[mood].steps if mood is not None else ()


def _item(game: Tavern, item: Item) -> ObservedItem:
    match item:
        case PlayedCard():
            expected = forecast(game, item)
            return ObservedItem(
                item.key,
                item.seat,
                frozenset(item.targets),
                item.alternative_index,
                tuple(ObservedLoss(*loss) for loss in expected.losses),
                {seat: (change.fort, change.ac, change.gold) for seat, change in expected.changes.items()},
                frozenset(item.ignored_by),
                item.dead,
            )
        case GearCard():
            return ObservedItem(item.key, item.seat, frozenset(item.targets))
        case DrinkServing():
            return ObservedItem(item.keys[0], None)
        case RevealedEvent():
            return ObservedItem(item.key, item.by)
    raise TypeError(item)


def _drinks(serving: DrinkServing) -> Iterator[ObservedDrink]:
    for portion in serving.portions:
        ac, fort = (0, 0) if portion.ignored else (portion.ac, portion.fort)
        yield ObservedDrink(portion.drinker, ac, fort)


def play_match(
    seats: Mapping[int, Judge], seed: Seed, on_turn: Callable[[Tavern, int], None] = lambda game, seat: None
) -> dict[int, float]:
    """Play a match and return the part of the win of each seat; `on_turn` is called as a seat begins its turn."""
    chance = Thoughts(Chance(seed))
    table = Table(seats, chance, words=GAME.words, key=GAME.key)
    course = play(table, Options(stake=0))
    reply: Reply | None = None
    try:
        while True:
            asks = course.send(reply)
            ask = next(each for each in asks if not each.answered)
            display = table.find(Display)
            assert display is not None
            if ask.prompt.kind == "discard":
                on_turn(display.game, ask.seat)
            reply = Reply(ask, _answer(display.game, ask, seats[ask.seat], chance))
    except StopIteration as end:
        first = [row.seat for row in end.value.rows if row.place == 1]
    return {seat: (seat in first) / len(first) for seat in seats}


def _answer(game: Tavern, ask: Ask, judge: Judge, chance: Chance) -> Any:
    prompt = ask.prompt
    match prompt:
        case PlayCard(moves=()):
            return pass_of(prompt)
        case PlayCard() | Pick() | Choose(kind="brew"):
            return judge(look(game, ask.seat), prompt)
    return chance.choice(prompt.legal(chance))
