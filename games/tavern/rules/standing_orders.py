"""What stands open beside every question: "Play a card" and the answers given beforehand (TIM-R11, TIM-R12).

Each seat has these asks for the whole match, so that neither their number nor their ids tell what anybody holds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from games.engine import Answer, Ask, Choose, Range, Reply
from games.engine.card_prompts import Aim, Move, PlayCard
from games.tavern.cards import Trigger
from games.tavern.items import DrinkServing, Gear, Item, Played
from games.tavern.player import StandingAsks, StandingOrders
from games.tavern.rules.moves import ORDERS, moves
from games.tavern.rules.triggers import DRINK_CHANGES, PlayContext
from games.tavern.state import Tavern

PLAY, STANDING, REORDER, NOTHING_NOW = "play_card", "standing", "reorder", "nothing"
PASS, PASS_ON = "pass", "pass_on"
UNTIL_TURN, ONLY_HITS, GAMBLING, ASK_ALL = "until_turn", "only_hits", "pass_gambling", "ask_all"
MOST_AC = 6
"""A Drink has seldom more AC than this; the choice of TIM-R11 goes as far."""

HITS: frozenset[Trigger] = frozenset({"hit.fort", "hit.alc", "hit.gold", "drink.mine"})


def open_standing_asks(game: Tavern, seat: int) -> StandingAsks:
    """Return the standing asks of a seat, for the whole match."""
    words = game.table.words
    asks = StandingAsks(
        Ask(seat, PlayCard(PLAY, (NOTHING_NOW,), (), NOTHING_NOW, "none", quiet=True), words),
        Ask(seat, standing_prompt(StandingOrders()), words),
        Ask(seat, PlayCard(REORDER, (), (), None, "none", quiet=True), words),
    )
    # the match never waits for these
    asks.play.answered = asks.standing.answered = asks.reorder.answered = True
    return asks


def refresh(game: Tavern, seat: int) -> None:
    """Update the moves of "Play a card" if the hand or the participants have changed."""
    player, asks = game.players[seat], game.beside[seat]
    state = (tuple(player.hand.cards), player.mood, player.brew, game.there, seat in game.lost)
    if state != asks.offered_for:
        asks.offered_for = state
        # cards that answer something are played in its window; here are only those that need no event (TIM-R12)
        offered = tuple(moves(game, PlayContext(seat), player.in_hand))
        asks.play.prompt = PlayCard(PLAY, (NOTHING_NOW,), offered, NOTHING_NOW, "none", quiet=True)


def standing_prompt(now: StandingOrders) -> Choose:
    """Switches that turn over, and below how much AC other players' Drinks are passed."""
    says = {
        UNTIL_TURN: now.until_turn,
        ONLY_HITS: now.only_hits,
        GAMBLING: now.gambling,
        "amount": now.drinks_below,
    }
    return Choose(
        STANDING,
        (UNTIL_TURN, ONLY_HITS, GAMBLING, ASK_ALL),
        ASK_ALL,
        Range(0, MOST_AC, (0, 2, 3)),
        clock="none",
        quiet=True,
        says=says,
    )


def beside(game: Tavern, without: Collection[int] = ()) -> list[Ask]:
    """The standing asks of all who take part; those `without` put in cards by another ask."""
    asks: list[Ask] = []
    for seat, mine in game.beside.items():
        if game.present(seat) and seat not in game.table.gone:
            refresh(game, seat)
            if seat not in without:
                asks.append(mine.play)
            asks.append(mine.standing)
            if game.plan is not None and seat == game.active:
                due, *named = game.plan
                aim = Aim(ORDERS, tuple(game.others(seat)), 1, due, again=True)
                mine.reorder.prompt = PlayCard(
                    REORDER, (), (Move("", 0, (aim,)),), ["", 0, [named]], "none", quiet=True
                )
                asks.append(mine.reorder)
    return asks


def put_in(game: Tavern, reply: Reply) -> Move | None:
    """The move that a standing answer makes; None if it made none: then it was a switch, or nothing."""
    mine = game.beside[reply.seat]
    if reply.ask is mine.play:
        prompt = mine.play.prompt
        assert isinstance(prompt, PlayCard)
        return prompt.find(reply.answer)
    if reply.ask is mine.reorder and game.plan is not None:
        game.plan = [game.plan[0], *reply.answer[2][0]]
    if reply.ask is mine.standing:
        switch(game.players[reply.seat].standing, reply.answer)
        mine.standing.prompt = standing_prompt(game.players[reply.seat].standing)
    return None


def switch(now: StandingOrders, answer: Answer) -> None:
    """Set or drop a standing answer."""
    match answer:
        case "until_turn":
            now.until_turn = not now.until_turn
        case "only_hits":
            now.only_hits = not now.only_hits
        case "pass_gambling":
            now.gambling = not now.gambling
        case "ask_all":
            now.until_turn = now.only_hits = now.gambling = False
            now.drinks_below, now.event = 0, None
        case int(below):
            now.drinks_below = below


# ---- what is answered by itself, at the beat


def beat(game: Tavern, seat: int, item: Item, why: Trigger) -> Answer:
    """The answer that a seat has given beforehand to this window; None: it is waited for (TIM-R11, TIM-R18)."""
    now = game.players[seat].standing
    if isinstance(item, Gear):
        return None
    if now.event is not None and now.event is base(item):
        return PASS_ON
    if now.until_turn:
        return PASS
    hit = why in HITS or hits(item, seat)
    if now.only_hits and not hit:
        return PASS
    if (
        isinstance(item, DrinkServing)
        and now.drinks_below
        and not hit
        and all(cup.ac < now.drinks_below for cup in item.open)
    ):
        return PASS
    return None


def hits(item: Item, seat: int) -> bool:
    """Whether it would change the seat's values, force it out, or is its Drink."""
    if isinstance(item, DrinkServing):
        return any(cup.drinker == seat for cup in item.open)
    return isinstance(item, Played) and (item.hits(seat) or (item.has("oust") and seat in item.targets))


def base(item: Item) -> Item:
    """The event at the bottom of a row of answers."""
    while isinstance(item, Played) and item.answers is not None:
        item = item.answers
    return item.main if isinstance(item, Gear) else item


def lapse(game: Tavern, item: Played) -> None:
    """Who has passed on an event is asked again, if this card hits them or changes what they get (TIM-R18)."""
    for seat in game.living():
        if concerns(item, seat):
            game.players[seat].standing.event = None


def concerns(item: Item | None, seat: int) -> bool:
    """Whether a card hits the seat or changes what it gets from the event."""
    if not isinstance(item, Played):
        return False
    if hits(item, seat) or (item.has("redirect", "passdrink", "splitdrink") and seat in item.targets):
        return True
    if item.has(*DRINK_CHANGES):
        return item.cup is not None and item.cup.drinker == seat
    return item.has("negate") and item.seat != seat and concerns(item.answers, seat)


def new_turn(game: Tavern, seat: int) -> None:
    """A seat's own turn begins: what held until then is over."""
    player = game.players[seat]
    player.standing.until_turn = False
    game.beside[seat].standing.prompt = standing_prompt(player.standing)


def round_over(players: Iterable[int], game: Tavern) -> None:
    """The Round is over: passing its gambling turns is too."""
    for seat in players:
        game.players[seat].standing.gambling = False
        game.beside[seat].standing.prompt = standing_prompt(game.players[seat].standing)
