"""Jack of All Trades: find jobs for your workers; the lowest total of those left over wins (JT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product

from games.computer import newcomer
from games.engine.chance import Chance
from games.engine.endings.finish import Feat
from games.engine.game import Game, GameCoroutine, variant
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import BACK, Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import HandHint, Open
from games.parlour.parlour_game import ParlourGame
from games.parlour.players.bets import players
from games.parlour.players.hearing import Deal, Dealer
from games.parlour.shared.computer import cards_on, hand_of, options_of, rivals
from games.parlour.shared.deck import NUMBER, rogues_and_warriors_deck
from games.parlour.shared.endings import won_with
from games.parlour.shared.game_frame import PUBLIC_CARRY
from games.parlour.shared.options import ParlourOptions
from games.parlour.shared.play import Play, Ranking
from games.parlour.shared.pot_game import play_for_pot
from games.parlour.shared.texts import POT_TEXTS
from games.phrases import N_, listing
from games.texts import read_texts

ANTE = 1
"""Pieces that each seat pays into the pot at the start."""

WORKERS = 5
JOBS = 4
JACK = 6
"""A die of this value does any job for which its owner has no worker (JT-05)."""
PLANS = tuple("-".join(plan) for plan in product((N_("card"), N_("die")), repeat=JOBS))
"""The possible sources of the four jobs with Hidden Fate (JT-17)."""
ALL_CARDS = PLANS[0]


class Options(ParlourOptions):
    """Options of Jack of All Trades."""

    no_last_call: bool = variant(
        "No Last Call", "Everyone places just one matching worker on the fourth job too."
    )
    hidden_fate: bool = variant(
        "Hidden Fate", "Five secret cards instead of dice; the Starting Player plans which jobs a die gives."
    )
    dragon_cards: bool = variant(
        "Dragon Cards",
        "Three Dragons join the deck: any worker can do a Dragon's job; one in your hand counts 0.",
    )


def die(value: int) -> str:
    """Return the key of a die face."""
    return f"d6:{value}"


def value_of(worker: str) -> int:
    """Return the points of a worker left over: its die or rank number, none for a Dragon (JT-12, JT-23)."""
    return int(worker[3:]) if worker.startswith("d6:") else NUMBER.get(worker[0], 0)


def total(workers: Iterable[str]) -> int:
    """Return the total points of the workers left over."""
    return sum(map(value_of, workers))


def takes_any(job: str) -> bool:
    """Tell whether a job takes any worker: a Dragon, or a 6 where a die gives the job (JT-19, JT-24)."""
    return job[0] == "D" or job == die(JACK)


def fitting(workers: Sequence[str], job: str, last_call: bool) -> tuple[int, ...]:
    """Return the places of the workers that fit the job (JT-04 to JT-10, JT-20, JT-22, JT-25).

    A job takes one worker, so of equal ones only the first is offered. At the Last Call all matching workers may go,
    unless the job takes any worker.
    """
    if takes_any(job):
        return _first_of_each([at for at, worker in enumerate(workers) if value_of(worker)], workers)
    matching = tuple(at for at, worker in enumerate(workers) if value_of(worker) == value_of(job))
    if not matching:
        return tuple(at for at, worker in enumerate(workers) if value_of(worker) == JACK)[:1]
    return matching if last_call else matching[:1]


def _first_of_each(places: Iterable[int], workers: Sequence[str]) -> tuple[int, ...]:
    firsts: dict[int, int] = {}
    for at in places:
        firsts.setdefault(value_of(workers[at]), at)
    return tuple(firsts.values())


def best(workers: Sequence[str], job: str, last_call: bool) -> list[int]:
    """Return the best workers to place: all that may go, or the highest if the job takes any worker (JT-R3)."""
    places = fitting(workers, job, last_call)
    if takes_any(job) and places:
        return [max(places, key=lambda at: value_of(workers[at]))]
    return list(places)


async def jack_of_all_trades(play: Play, options: Options) -> Ranking:
    """Run one play, in the rulebook's order (JT-01 to JT-11, JT-15 to JT-18, JT-21)."""
    table = play.table
    plan = ALL_CARDS
    workers: dict[int, list[str]]
    if options.hidden_fate:
        deck = play.deal(WORKERS, dragons=options.dragon_cards)
        workers = {seat: play.hands[seat].cards for seat in play.order()}
        plan = await _plan(play)
    else:
        deck = rogues_and_warriors_deck(dragons=options.dragon_cards)
        workers = {seat: _roll(play, seat) for seat in play.order()}
    table.show(*(HandHint(seat, partial(_worth_now, left)) for seat, left in workers.items()))
    jobs, placed = Open("jobs", []), Open("placed", [])
    table.show(jobs, placed)
    play.rounds = JOBS + (1 if options.hidden_fate else 0)
    await play.betting_round()

    for number, source in enumerate(plan.split("-"), 1):
        job = table.chance.draw(deck) if source == "card" else die(table.chance.die(6))
        jobs.items.append(job)
        last = number == JOBS
        last_call = last and not options.no_last_call
        table.phase("last_call" if last_call else "job", n=number)
        table.tell("last_call" if last_call else "job", job=job, n=number)
        placed.items += await _place(play, workers, job, last_call=last_call, hidden=options.hidden_fate)
        if not last or options.hidden_fate:
            await play.betting_round()

    table.tell("showdown")
    for hand in play.hands.values():
        if hand.owner in play.live:
            hand.show()
    return Ranking(
        {seat: (-total(workers[seat]),) for seat in play.live},
        {seat: worth(workers[seat]) for seat in play.live},
    )


def _roll(play: Play, seat: int) -> list[str]:
    """A seat rolls its workers, open to all (JT-01, JT-R1)."""
    dice = Open("workers", [die(face) for face in play.table.chance.roll(WORKERS, 6)], seat)
    play.lay(seat, dice)
    play.table.tell("rolls", seat=seat, dice=tuple(dice.items))
    return dice.items


async def _plan(play: Play) -> str:
    """Let the Starting Player choose the source of each job before the first bet (JT-17, JT-R4)."""
    play.table.phase("plan")
    plan: str = await play.table.ask(play.starter, Choose("plan", PLANS, ALL_CARDS))
    play.table.show(Open("plan", plan.split("-")))
    play.table.tell("plans", seat=play.starter, plan=listing(*plan.split("-")))
    return plan


async def _place(
    play: Play, workers: dict[int, list[str]], job: str, *, last_call: bool, hidden: bool
) -> list[str]:
    """Let all seats place at the same time, and return what was placed (JT-04 to JT-10, JT-16).

    With hidden hands every seat is asked, so that the question does not tell what a seat has (JT-R1).
    """
    prompts = {}
    for seat in play.order():
        places = fitting(workers[seat], job, last_call)
        if places or hidden:
            most = len(places) if last_call and not takes_any(job) else min(1, len(places))
            default = best(workers[seat], job, last_call)
            prompts[seat] = Pick(
                "place",
                tuple(workers[seat]),
                0,
                most,
                default,
                public=not hidden,
                says={"job": job},
                allowed=places,
            )
    placed = []
    for seat, places in (await play.table.ask_each(prompts)).items():
        gone = [workers[seat].pop(at) for at in reversed(places)][::-1]
        play.table.tell("places" if gone else "places_nothing", seat=seat, workers=tuple(gone))
        placed += gone
    return placed


def worth(workers: Sequence[str]) -> Line:
    """Return the workers left over, in words."""
    if not workers:
        return Line("0: no workers left")
    return Line("{total}: {left:items}", {"total": total(workers), "left": tuple(workers)})


def _worth_now(workers: Sequence[str]) -> Line:
    return Line("Your workers add up to {total}.", {"total": total(workers)})


# ---- computer players: they play the remaining jobs many times in sampled deals


def read_dealer(scene: Scene) -> Dealer | None:
    """Return a dealer that samples hidden workers and the remaining jobs, and places workers as `best` does."""
    options, done, plan = options_of(scene, Options), cards_on(scene, "jobs"), cards_on(scene, "plan")
    sources = (plan or ("card",) * JOBS)[len(done) :]
    deck = rogues_and_warriors_deck(dragons=options.dragon_cards)
    seats: dict[int, tuple[str, ...]] = {}
    for seat in (scene.viewer, *rivals(scene)):
        zone = hand_of(scene, seat) or hand_of(scene, seat, "workers")
        seats[seat] = zone.items if zone else ()

    def deal(luck: Chance) -> Deal:
        held = {
            seat: [luck.choice(deck) if item == BACK else item for item in items]
            for seat, items in seats.items()
        }
        now = {seat: -total(workers) for seat, workers in held.items()}
        for number, source in enumerate(sources, 1):
            job = luck.choice(deck) if source == "card" else die(luck.die(6))
            last_call = number == len(sources) and not options.no_last_call
            for workers in held.values():
                for at in reversed(best(workers, job, last_call)):
                    del workers[at]
        return Deal(now, {seat: -total(workers) for seat, workers in held.items()})

    return deal


def best_plan(hand: Iterable[str]) -> str:
    """Choose all jobs from cards or all from dice, by the chance that the first job fits a worker of the hand."""
    kinds = {card[0] for card in hand} - {"D"}
    by_card = sum(NUMBER[rank] for rank in kinds) / 15
    return ALL_CARDS if by_card >= (len(kinds) + 1) / 6 else PLANS[-1]


def plays(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plan for the viewer's hand; the default answer places every worker that can go."""
    hand = hand_of(scene, scene.viewer)
    if ask.kind == "plan" and hand is not None:
        return best_plan(hand.items)
    assert ask.prompt is not None
    return ask.prompt.default


FEATS = (Feat("perfect", "all_placed", won_with(lambda reason, options: reason.text.startswith("0:"))),)


class JackOfAllTrades(ParlourGame):
    """The data sheet of Jack of All Trades."""

    key = "jack_of_all_trades"
    texts = read_texts(
        __name__, POT_TEXTS, ante=ANTE, plan={plan: plan.replace("-", ", ").capitalize() for plan in PLANS}
    )
    version = 1
    public_carry = PUBLIC_CARRY
    seats = (2, 10)
    complexity = "simple"
    minutes = 5
    emblem = ("d6:4", "M.horse", "d6:2")
    options = Options
    night_variants = ("no_last_call", "hidden_fate", "dragon_cards")
    rated_after = 13
    policies = players(read_dealer, plays, clumsy=newcomer(plays, slips=3))
    feats = FEATS
    dealer = staticmethod(read_dealer)

    def play(self, table: Table, options: Options) -> GameCoroutine:
        """Play Jack of All Trades, from the ante to the payoff."""
        return play_for_pot(table, options, jack_of_all_trades, ante=ANTE, hidden=options.hidden_fate)


GAME: Game = JackOfAllTrades()
