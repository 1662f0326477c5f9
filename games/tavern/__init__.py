"""The tavern: drink, brawl, gamble, answer what the others do; the last one standing wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.computer import newcomer
from games.engine.game import Game
from games.engine.result import POT, Pay, Result, changes
from games.engine.scene import Line, Pots, ResultRow
from games.engine.table import Table
from games.tavern.card_faces import CARD_FACES, faces_for
from games.tavern.computer.policy import sensible
from games.tavern.computer.shark import shark
from games.tavern.feats import FEATS, last_one_out
from games.tavern.options import MAX_PLAYERS, Options, seats_for
from games.tavern.rules.elimination import check_losses
from games.tavern.rules.setup import Start, set_up
from games.tavern.rules.stack import resolve
from games.tavern.rules.turn import play_turn
from games.tavern.state import GameOver, Tavern
from games.tavern.texts import TEXTS


class Stakes:
    """The stakes in pieces, separate from the game's own Gold.

    Every seat puts in the same amount: the stake of the options, or less if the poorest seat cannot pay it. Earlier
    games may have left something in the pot. They are shown apart, so that nobody takes them for the pot of a Round of
    Gambling.
    """

    __slots__ = ("carried", "carry", "each", "paid_out", "ring", "table")

    def __init__(self, table: Table, stake: int) -> None:
        self.table, self.ring = table, list(table.ring)
        self.each = min(stake, *table.stakes.values()) if table.stakes else 0
        self.carry = dict(table.carry.get("pot") or {})
        self.carried = int(self.carry.pop("piece", 0))
        self.paid_out = False
        table.seats.money = {seat: money - self.each for seat, money in table.stakes.items()}

    def block(self, viewer: int) -> Pots | None:
        """Return the stakes, the same for every viewer; None without stakes."""
        total = self.carried + self.each * len(self.ring)
        return Pots(((total, tuple(self.ring)),), aside=True) if total and not self.paid_out else None

    def pay_out(self, winners: list[int]) -> tuple[Pay, ...]:
        """Divide the pot among the winners; pieces that cannot be shared equally go to the first of them."""
        total = self.carried + self.each * len(self.ring)
        due = {
            seat: total // len(winners) + (place < total % len(winners)) for place, seat in enumerate(winners)
        }
        self.table.seats.money = {
            seat: money + due.get(seat, 0) for seat, money in self.table.seats.money.items()
        }
        self.paid_out = True
        # a winner's own stake comes back without a payment, so only the rest of its share is owed
        owed = {seat: due[seat] - self.each for seat in winners}
        payers = [(seat, self.each) for seat in self.ring if seat not in winners]
        payers += [(seat, -n) for seat, n in owed.items() if n < 0] + [(POT, self.carried)]
        return tuple(_pays(payers, [(seat, n) for seat, n in owed.items() if n > 0]))

    def carryover(self) -> dict[str, Any]:
        """Return the contents of the pot other than pieces, for the next game."""
        return {"pot": self.carry} if self.carry else {}


def _pays(payers: list[tuple[int, int]], payees: list[tuple[int, int]]) -> list[Pay]:
    """Match payers and payees: each payer gives all that it owes, to one payee after the other."""
    pays = []
    for payee, due in payees:
        while due:
            payer, available = payers.pop(0)
            n = min(due, available)
            if n:
                pays.append(Pay(payer, payee, "piece", n))
            if available > n:
                payers.insert(0, (payer, available - n))
            due -= n
    return pays


async def play(table: Table, options: Options, start: Start | None = None) -> Result:
    """Play setup and turns until at most one player is left; return the result (SET-R4).

    `start` is for tests alone.
    """
    table.clear()
    stakes = Stakes(table, options.stake)
    table.show(stakes)
    game = await set_up(table, options, start or Start())
    game.resolve, game.check_losses = partial(resolve, game), partial(check_losses, game)
    try:
        await game.check_losses()
        seat = game.active
        while True:
            if not game.players[seat].out:
                await play_turn(game, seat)
            seat = game.from_seat(seat)[1]
    except GameOver:
        return outcome(game, stakes)


def outcome(game: Tavern, stakes: Stakes) -> Result:
    """Return the result: the last player in the game wins, players who went out last together tie (SET-R4)."""
    groups = [game.seats_in_game()] if game.seats_in_game() else []
    groups += [sorted(group) for group in reversed(game.eliminated)]
    winners, rows, place = groups[0], [], 1
    pays = stakes.pay_out(sorted(winners))
    payments = changes(pays)
    for group in groups:
        for seat in group:
            player = game.players[seat]
            says = {"name": player.character.name, "fort": player.fort, "ac": player.ac, "gold": player.gold}
            reason = Line(game.table.words[f"result:{_result_kind(game, seat)}"], says)
            rows.append(ResultRow(seat, place, payments.get(seat, {}), reason, points=int(place == 1)))
        place += len(group)
    words = game.table.words["result:won" if len(winners) == 1 else "result:tie"]
    headline = Line(words, {"seat": winners[0], "seats": tuple(sorted(winners))})
    return Result(headline, tuple(rows), pays, carry=stakes.carryover())


def _result_kind(game: Tavern, seat: int) -> str:
    """Return the key of the reason that the result shows for a seat."""
    player = game.players[seat]
    if not player.out:
        return "stands"
    if player.passing_out:
        return "out"
    return "left" if seat in game.table.gone else "broke"


DAY = 86_400
"""Seconds: the longest window that a host may set (TIM-R10); other decisions may take three times as long."""


class TavernGame(Game):
    """The data sheet of The Tavern."""

    key = "tavern"
    texts = TEXTS
    rulebook = "The Red Dragon Inn 3"
    version = 4
    seats = (2, MAX_PLAYERS)
    complexity = "complex"
    minutes = 49
    theme = "tavern"
    emblem = ("drink.dragon_breath_ale", "shared.i_dont_think_so")
    minutes_by_seats = {2: 26, 4: 49, 6: 77, 8: 106}
    money = "pieces"
    options = Options
    cards = CARD_FACES
    rated_after = 2
    policies = {"newcomer": newcomer(sensible), "regular": sensible, "shark": shark}
    seconds = dict.fromkeys(("respond", "respond_late", "gear_targets", "gear_shown", "phase_end"), 20.0)
    clocks = {"window": (10, DAY), "turn": (15, 3 * DAY), "choice": (15, 3 * DAY)}
    feats = FEATS
    drops_out = True
    highlights = staticmethod(last_one_out)
    play = staticmethod(play)
    card_faces = staticmethod(faces_for)
    limits = staticmethod(seats_for)

    def pays_unasked(self, options: Any) -> Mapping[str, int]:
        """Return the stake, which a seat pays once it is out of the game."""
        return {"piece": options.stake}


GAME: Game = TavernGame()
