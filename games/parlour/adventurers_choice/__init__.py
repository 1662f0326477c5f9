"""Adventurer's Choice: an evening of the nine games, chosen by the Starting Players, with loans between them (ADV)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from games.engine.endings.ending import Ending, ending_of
from games.engine.endings.finish import Feat, Finish
from games.engine.endings.highlights import standings
from games.engine.game import STRENGTHS, Game
from games.engine.result import POT, Pay, Result, changes, placement
from games.engine.scene import Highlights, Line, Pots, ResultRow, Timeline
from games.engine.table import Table
from games.engine.table_objects import HandHint, Persistent
from games.parlour.adventurers_choice.computer import KEY, NightPlayer
from games.parlour.adventurers_choice.games import BY_KEY, NAMES, SPLIT_RULES, Raw
from games.parlour.adventurers_choice.money import STAKE, NightMoney
from games.parlour.adventurers_choice.options import NightOptions
from games.parlour.adventurers_choice.questions import Asks, Interrupted
from games.parlour.shared.card_faces import CARD_FACES
from games.parlour.shared.game_frame import clockwise, due, starting_player
from games.parlour.shared.loans import LOAN
from games.parlour.shared.play import PotsOnTable
from games.parlour.shared.texts import POT_TEXTS
from games.phrases import joined
from games.texts import read_texts

SEATS = (2, 10)
OF_THE_POT = ("pot", "tied", "last_starter")
"""The parts of the carry that any next game takes over; the rest is only for the same game (WH-29, ADV-R10)."""


class CarriedPot:
    """The money that waits between two games for the next one with a pot."""

    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def block(self, viewer: int) -> Pots | None:
        """Return the same block to every viewer; None if there is nothing."""
        return Pots(((self.amount, ()),)) if self.amount else None


class Chips(Persistent):
    """The money of every seat after each game, for charts."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: list[tuple[str, tuple[tuple[int, int], ...]]] = []

    def block(self, viewer: int) -> Timeline | None:
        """Return the same block to every viewer; None until something has changed."""
        return Timeline("money", tuple(self.steps)) if len(self.steps) > 1 else None


class _Night:
    """One night.

    `starter`: the Starting Player, `last_starter`: that of the last game. `to_start`: the seats still to start in this
    round. `window`: the seats still to be offered a loan before the next game. `carry`: the carry of the last game;
    `last`: its key.
    """

    def __init__(self, table: Table, options: NightOptions) -> None:
        self.table, self.options = table, options
        self.stakes = {seat: table.stakes.get(seat, 0) for seat in table.ring}
        self.money = NightMoney(self.stakes)
        self.asks = Asks(table, self.money, options.house, options.split_rule == "starting_player")
        self.shares: Counter[int] = Counter()
        self.starter = starting_player(table)
        self.last_starter: int | None = None
        self.round = 0
        self.to_start: list[int] = []
        self.window: list[int] = []
        self.carry = {key: table.carry[key] for key in OF_THE_POT if key in table.carry}
        self.last = ""
        table.seats.money = table.seats.aside = self.money.held
        self.chips = Chips()
        self._note("Start")
        table.show(self.chips, CarriedPot(self._pot()))

    def _note(self, step: str) -> None:
        """Record the money of every seat now."""
        self.chips.steps.append((step, tuple(sorted(self.money.held.items()))))

    async def run(self) -> Result:
        """Play the whole night: loans, a choice, a game, and the next Starting Player (ADV-05 to ADV-08)."""
        while self._goes_on():
            try:
                game, raw = await self._between_games()
            except Interrupted:
                continue
            await self._play(game, raw)
        return self._result()

    # ---- between two games

    def _goes_on(self) -> bool:
        """Let newcomers in, and tell whether there is another game (ADV-03, ADV-04, ADV-R6, ADV-R7)."""
        table = self.table
        while table.arrived and len(self.asks.present()) < SEATS[1]:
            self._let_in(table.arrived.pop(0))
        present = self.asks.present()
        self.to_start = [seat for seat in self.to_start if seat in present]
        if len(present) < 2 or table.time_up:
            return False
        if not self.to_start:
            if self.options.length == "rounds" and self.round == self.options.rounds:
                return False
            self.round += 1
            self.to_start = present
        self.starter = clockwise(present, self.starter)[0]
        return True

    def _let_in(self, seat: int) -> None:
        """Seat a newcomer between two games, with the money that all had at the start (ADV-R7)."""
        table = self.table
        if seat in table.ring or seat in table.gone:
            return
        table.ring.append(seat)
        table.ring.sort()
        self.stakes[seat] = self.money.held[seat] = STAKE
        table.tell("joins", seat=seat, n=STAKE)

    async def _between_games(self) -> tuple[Game, Raw]:
        """Hold the loans, then the choice of the next game. Raises `Interrupted`."""
        self._head()
        while self.window:
            if await self.asks.loan(self.window.pop(0)):
                self._head()
        self.table.phase("choosing", seat=self.starter)
        return await self.asks.game(self.starter)

    def _head(self) -> None:
        """Show the round and the markers in the heading, during the games too."""
        table, words, money = self.table, self.table.words, self.money
        lines = [Line(words[f"head:{self.options.length}"], {"n": self.round, "of": self.options.rounds})]
        for kind, markers in (("lent", money.lent), ("owed", money.owed)):
            lines += [
                Line(words[f"head:{kind}"], {"seat": s, "n": n, "markers": _markers(table, kind, n)})
                for s, n in sorted(markers.items())
                if n
            ]
        table.head(*lines)

    # ---- a game

    async def _play(self, game: Game, raw: Raw) -> None:
        """Play one game, at a table of its own, with the money of the night (ADV-07, ADV-16, ADV-R10, ADV-R11)."""
        table, money, present = self.table, self.money, self.asks.present()
        if game.key != self.last:
            self.carry = {key: self.carry[key] for key in OF_THE_POT if key in self.carry}
        table.clear()
        options = game.parse_options(raw)
        nested = table.sub(
            present,
            stakes={seat: money.held[seat] for seat in present},
            carry={**self.carry, "starter": self.starter},
            key=game.key,
            title=game.title,
            words=game.words,
            options=options,
        )
        stakes, first_event = dict(nested.stakes), len(table.events)
        result = await game.play(nested, options)
        ending = ending_of(game, result, table.events[first_event:], stakes, options)
        for party, units in changes(result.pays).items():
            if party != POT:
                money.held[party] += units.get("piece", 0)
        for borrower, lender in result.carry.get("loans", ()):
            money.mark(borrower, lender)
        self.shares.update({row.seat: row.shares for row in result.rows})
        self._note(game.title)
        table.standing({seat: money.score(seat) for seat in present})
        self._keep(game, result)
        await self._take_back(game, ending)
        if self.starter in self.to_start:
            self.to_start.remove(self.starter)
        self.last_starter = self.starter
        self.starter += 1
        self.window = clockwise(present, self.starter)

    def _keep(self, game: Game, result: Result) -> None:
        """Keep the carry for the next game; a pot that this one did not touch stays as it was (BET-R20)."""
        carry = {key: left for key, left in result.carry.items() if key not in ("loans", "starter")}
        untouched = "stakes" not in game.options.model_fields or all(row.place is None for row in result.rows)
        if untouched and "last_starter" in self.carry:
            carry["last_starter"] = self.carry["last_starter"]
        self.carry, self.last = carry, game.key

    async def _take_back(self, game: Game, ending: Ending) -> None:
        """Bring back the night's own table, and pause with the game's cards still shown, for reading its end."""
        table = self.table
        table.to_front()
        table.seats.money = self.money.held
        table.seats.notes.clear()
        table.seats.out.clear()
        table.take_off(PotsOnTable, HandHint)
        table.show(CarriedPot(self._pot()))
        winners = tuple(row.seat for row in ending.rows if row.place == 1)
        table.tell("game_over", title=game.title, headline=ending.headline, winners=winners)
        table.phase("game_over", title=game.title)
        table.show(ending)
        await table.pause(self.asks.present())
        # the cards of the finished game don't matter for loans and choices
        table.clear()
        table.show(CarriedPot(self._pot()))

    def _pot(self) -> int:
        """Return the pieces that no game has paid out yet."""
        return int((self.carry.get("pot") or {}).get("piece", 0))

    # ---- the end

    def _result(self) -> Result:
        """Return the result: the best final score wins, and the stakes are paid out (ADV-13, ADV-14)."""
        table, present = self.table, self.asks.present()
        table.clear()
        self._give_out_pot(present)
        self._head()
        table.phase("over")
        carry = {key: self.carry[key] for key in OF_THE_POT if key in self.carry}
        if self.last_starter is not None:
            carry["last_starter"] = self.last_starter
        held = self.money.payout(self.starter if self.last_starter is None else self.last_starter)
        table.seats.money = held
        change = {seat: held[seat] - self.stakes[seat] for seat in table.ring}
        return _night_result(table, self.money, present, change, self.shares, carry)

    def _give_out_pot(self, present: list[int]) -> None:
        """Give money that no game has paid out to the seats that last tied (ADV-R8, BET-R20)."""
        given = due(self.carry, present)
        for seat, units in given.items():
            self.money.held[seat] += units["piece"]
            self.table.tell("given_out", seat=seat, n=units["piece"])
        if given:
            self.carry = {key: left for key, left in self.carry.items() if key not in ("pot", "tied")}
            self.table.take_off(CarriedPot)


def _night_result(
    table: Table,
    money: NightMoney,
    present: Collection[int],
    change: Mapping[int, int],
    shares: Mapping[int, int],
    carry: Mapping[str, Any],
) -> Result:
    """Return the result of a night (ADV-13, ADV-14, ADV-R7 to ADV-R9).

    `present`: the seats that have stayed and are ranked. `change`: pieces won or lost, `shares`: those won, by seat.
    """
    scores = {seat: money.score(seat) for seat in present}
    places = placement(scores)
    rows, pays = [], []
    for seat in table.ring:
        won = change[seat]
        if won:
            pays.append(Pay(seat, POT, "piece", -won) if won < 0 else Pay(POT, seat, "piece", won))
        reason = _score_line(table, money, seat)
        rows.append(ResultRow(seat, places.get(seat), {"piece": won}, reason, shares=shares.get(seat, 0)))
    rows.sort(key=lambda row: (row.place is None, row.place))
    notes = (Line(table.words["result:paid"], {"n": LOAN}),) if money.owed else ()
    return Result(_night_headline(table, scores, places), tuple(rows), tuple(pays), carry, notes=notes)


def _night_headline(table: Table, scores: Mapping[int, int], places: Mapping[int, int]) -> Line:
    """Return the line that names the winners; equal best scores share the night (ADV-R8)."""
    best = tuple(seat for seat, place in places.items() if place == 1)
    if not best:
        return Line(table.words["result:nobody"])
    kind = "result:wins" if len(best) == 1 else "result:shared"
    return Line(table.words[kind], {"who": best, "n": scores[best[0]]})


def _score_line(table: Table, money: NightMoney, seat: int) -> Line:
    """Return a seat's score with its parts, in words."""
    lent, owed = money.lent[seat], money.owed[seat]
    marked = "both" if lent and owed else "lent" if lent else "owed" if owed else ""
    if seat in table.gone:
        kind = f"why:left:{marked}" if marked else "why:left"
    else:
        kind = f"why:marked:{marked}" if marked else "why:plain"
    values = {"n": money.score(seat), "held": money.held[seat], "lent": lent, "owed": owed}
    markers = {"loans": _markers(table, "lent", lent), "debts": _markers(table, "owed", owed)}
    return Line(table.words[kind], {**values, **markers})


def _markers(table: Table, kind: str, n: int) -> Line:
    """Return a number of Loan Markers (`lent`) or Debt Markers (`owed`) in words."""
    return Line(table.words[f"{kind}:{'one' if n == 1 else 'more'}"], {"n": n})


async def play(table: Table, options: NightOptions) -> Result:
    """Play a night, from the first choice to the payout."""
    return await _Night(table, options).run()


def what_games_brought(finish: Finish) -> list[tuple[str, Mapping[int, int], Line]]:
    """Return the games of a night in order: title, what each brought every seat, and headline."""
    scores = standings(finish)
    games = list[tuple[str, Mapping[int, int], Line]]()
    before: Mapping[int, int] = {}
    for values, after in zip(finish.values_of("game_over"), scores, strict=False):
        gains = {seat: n - before.get(seat, STAKE) for seat, n in after.items()}
        games.append((values["title"], gains, values["headline"]))
        before = after
    return games


SWEEP = 3
"""A clean sweep is a feat only in a night of at least this many games."""


def found_sweep(finish: Finish) -> Mapping[str, Any] | None:
    """Find a winner of the night who has won every game of it alone."""
    won = [values["winners"] for values in finish.values_of("game_over")]
    swept = len(won) >= SWEEP and len(finish.winners) == 1 and set(won) == {finish.winners}
    return _score_of(finish) if swept else None


def found_debtor(finish: Finish) -> Mapping[str, Any] | None:
    """Find a winner of the night who had to borrow."""
    borrowed = {values["borrower"] for values in finish.values_of("lends")}
    return _score_of(finish) if len(finish.winners) == 1 and borrowed.issuperset(finish.winners) else None


def _score_of(finish: Finish) -> Mapping[str, Any]:
    return {"score": finish.result.headline.values["n"]}


FEATS = (
    Feat("perfect", "sweep", found_sweep),
    Feat("comeback", "debtor", found_debtor),
)


class AdventurersChoice(Game):
    """The data sheet of Adventurer's Choice."""

    key = KEY
    texts = read_texts(
        __name__,
        game={key: game.title for key, game in BY_KEY.items()},
        term=NAMES,
        rule={rule: POT_TEXTS.words[f"split_rule:{rule}"] for rule in SPLIT_RULES},
    )
    rulebook = "Gambling? I'm In!"
    version = 3
    seats = SEATS
    complexity = "complex"
    minutes = 60
    emblem = ("L.wren", "d6:3", "R.wolf")
    crowned = True
    money = "pieces"
    cards = CARD_FACES
    options = NightOptions
    policies = {strength: NightPlayer(strength) for strength in STRENGTHS}
    feats = FEATS
    due = staticmethod(due)
    stake = STAKE
    play = staticmethod(play)

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return the final score of each seat with what each game brought it."""
        games, reasons = what_games_brought(finish), dict[int, Line]()
        for row in finish.result.rows:
            brought = [(title, gains[row.seat]) for title, gains, _ in games if row.seat in gains]
            if brought and row.reason is not None:
                each = {
                    f"game{at}": Line("{title} {n:+}", {"title": t, "n": n})
                    for at, (t, n) in enumerate(brought)
                }
                listed = ", ".join(f"{{{name}:line}}" for name in each)
                reasons[row.seat] = Line(
                    joined(row.reason.text, f" · {listed}"), {**row.reason.values, **each}
                )
        return reasons

    def highlights(self, finish: Finish) -> Highlights:
        """Return the game that brought the winner most."""
        if len(finish.winners) != 1:
            return Highlights()
        [winner] = finish.winners
        games = [game for game in what_games_brought(finish) if game[1].get(winner, 0) > 0]
        if not games:
            return Highlights()
        title, gains, headline = max(games, key=lambda game: game[1][winner])
        values = {"who": finish.winners, "title": title, "n": gains[winner]}
        return Highlights(Line(finish.words["moment:game"], values), Line("{told:line}.", {"told": headline}))

    def ends_after(self, options: NightOptions) -> int | None:
        """Return the minutes of a night by time."""
        return options.minutes if options.length == "time" else None


GAME: Game = AdventurersChoice()
