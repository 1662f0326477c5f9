"""Tripledip: all roll three gembones until everyone has a point; the best combination takes the game (TD)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.game import GUEST, Game
from games.engine.money import amount_text, die_keys
from games.engine.prompts import Answer, Choose
from games.engine.result import HOUSE, Pay, Result
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.engine.table_objects import Open
from games.gembones.shared.feats import for_gembones, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal
from games.gembones.shared.rolls import leaves_tray
from games.gembones.shared.stakes import count_text, result_rows, stakes_window
from games.gembones.shared.texts import POINT_TEXTS, STAKE_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents
from games.gembones.tripledip import nine_bells
from games.gembones.tripledip.golden_pot import GoldenPot, payers, pot_shares
from games.gembones.tripledip.odds import odds
from games.gembones.tripledip.options import Options
from games.gembones.tripledip.state import ALL, GameState, Score, point_line, score_line, score_of
from games.texts import read_texts

SeatRolls = dict[int, list[int] | None]
"""The faces that each seat has rolled in one game; None for a trio that cracked."""


def roll_prompt(table: Table, unlocked: Sequence[GameState]) -> Choose:
    """Return the question to a seat that rolls; the table rolls for it if it does not press in time (GEN-R3)."""
    tied = sorted({seat for game in unlocked for seat in game.tied})
    state = Line(table.words["roll:tied" if tied else "roll:no_point"], {"seats": tuple(tied)})
    return Choose("roll", ("roll",), "roll", clock="quick", public=True, says={"state": state})


async def play(table: Table, options: Options) -> Result:
    """Play one game, or three at once, from the first roll to the payments (TD-06 to TD-20)."""
    if options.nine_bells:
        return await nine_bells.contract(table)
    table.clear()
    pot = GoldenPot(table.carry)
    pot_zone = Open("pot", [])
    table.show(pot_zone)

    def show_pot() -> None:
        pot_zone.items = [f"{count}{size}" for size, count in sorted((+pot.holds).items())]

    show_pot()
    needed = dict.fromkeys(options.sizes, ALL)
    seats = [*await stakes_window(table, count_text(needed), needed)]
    games = (
        [GameState(size, seats, options.annam_all_or_nothing) for size in options.sizes]
        if len(seats) > 1
        else []
    )
    dice = {(seat, game.size): Open("dice", [], seat) for seat in seats for game in games}
    table.show(*dice.values())
    table.phase("rolls")
    pays: list[Pay] = []
    spot = Spotlight(table, options)
    while rolling := rollers(games, seats):
        # nobody is asked before the first roll: putting up the dice was the press for it
        if any(zone.items for zone in dice.values()):
            await table.ask_each({seat: roll_prompt(table, each) for seat, each in rolling.items()})
        for game, rolls in await roll_dice(table, options, rolling, dice, spot):
            tied = [*game.tied]
            game.roll(rolls)
            _announce(table, game, rolls, tied, "_of" if len(games) > 1 else "")
            if game.over:
                paid = _pay(table, options, game, pot, spot.caught)
                spot.settled += [pay for pay in paid if pay.giver not in spot.caught]
                pays += paid
                show_pot()
    return await spot.finish(_finish(table, games, pays, pot))


def rollers(games: Sequence[GameState], seats: Sequence[int]) -> dict[int, list[GameState]]:
    """Return the seats that roll next, each with the games that it is not locked in (TD-R9)."""
    every = {seat: [game for game in games if seat in game.rolling()] for seat in seats}
    return {seat: unlocked for seat, unlocked in every.items() if unlocked}


async def roll_dice(
    table: Table,
    options: Options,
    rolling: Mapping[int, Sequence[GameState]],
    dice: Mapping[tuple[int, str], Open],
    spot: Spotlight,
) -> list[tuple[GameState, SeatRolls]]:
    """Roll for all seats in `rolling`, and return each game that was rolled for with the faces by seat.

    A seat rolls its unlocked trios of all games together (TD-R9).
    """
    by_size: dict[str, tuple[GameState, SeatRolls]] = {}
    portents = await spot.ask_portents(rolling) if options.sizes == ("g20",) else {}
    for seat, unlocked in rolling.items():
        keys: list[str] = []
        for game in unlocked:
            # the more trios are rolled together, the likelier each gembone is to crack (TD-R6)
            cracked = leaves_tray(table, ALL, options.tray * len(unlocked))
            faces = None if cracked else table.chance.roll(ALL, game.sides)
            if faces and seat in portents:
                faces[0] = portents[seat]
            by_size.setdefault(game.size, (game, {}))[1][seat] = faces
            dice[seat, game.size].items = die_keys(game.size, faces or ())
            keys += dice[seat, game.size].items
            if cracked:
                table.tell("cracks", seat=seat, size=game.size)
        if keys:
            table.tell("rolls", seat=seat, dice=tuple(keys))
    rolled = [by_size[size] for size in options.sizes if size in by_size]
    await _use_talents(spot, options, rolled, dice)
    return rolled


async def _use_talents(
    spot: Spotlight,
    options: Options,
    rolled: Sequence[tuple[GameState, SeatRolls]],
    dice: Mapping[tuple[int, str], Open],
) -> None:
    """Let characters use their talents on the rolls in `rolled`, which is changed in place.

    A seat that is caught cheating loses like one that cracks, in every game that is still open.
    """
    fallen: dict[int, list[tuple[str, int]]] = {}
    for game, rolls in rolled:
        for seat, faces in rolls.items():
            fallen.setdefault(seat, []).extend((game.size, face) for face in faces or ())

    def show(seat: int, now: Sequence[tuple[str, int]]) -> None:
        for game, rolls in rolled:
            if rolls.get(seat):
                rolls[seat] = [face for size, face in now if size == game.size]
                dice[seat, game.size].items = die_keys(game.size, rolls[seat] or ())

    staked = dict.fromkeys(fallen, dict.fromkeys(options.sizes, ALL))
    await spot.after_roll(fallen, show, staked)
    for _, rolls in rolled:
        rolls.update(dict.fromkeys(spot.caught.keys() & rolls.keys()))


def _announce(
    table: Table, game: GameState, rolls: Mapping[int, Sequence[int] | None], tied: Collection[int], of: str
) -> None:
    """Tell the table which of the seats that rolled are locked now, have lost, or tie; `tied`: those that rerolled.

    `of` ends the keys of notes that say which of several games they are about.
    """
    for seat, faces in rolls.items():
        if seat in game.lost:
            table.tell("loses", seat=seat, n=ALL, size=game.size)
            table.note(seat, f"lost{of}", size=game.size)
        elif seat in tied and faces is not None:
            score = score_of(faces, game.sides, game.annam)
            table.tell("rerolls", seat=seat, score=score_line(score), size=game.size)
            table.note(seat, f"rerolled{of}", score=point_line(score), size=game.size)
        elif seat in game.scores:
            table.note(seat, f"locked{of}", score=point_line(game.scores[seat]), size=game.size)
    if game.tied:
        table.tell("tie", seats=tuple(game.tied), size=game.size)


def _pay(
    table: Table, options: Options, game: GameState, pot: GoldenPot, caught: Collection[int]
) -> list[Pay]:
    """Return the payments of a game that has just ended: to the winner, or into the Golden Pot and out of it.

    `caught`: seats that were caught cheating. Their gembones go to the bank, and they take no pot (CODE-R2).
    """
    if game.winner is None:
        table.tell("void", size=game.size)
    else:
        table.tell("wins", seat=game.winner, size=game.size)
    owed = game.debts().items()
    if not options.machaes_golden_pot:
        return [Pay(seat, game.winner, game.size, count) for seat, count in owed if game.winner is not None]
    pays = [
        Pay(seat, HOUSE, game.size, count) if seat in caught else pot.pay_in(seat, game.size, count)
        for seat, count in owed
    ]
    takers = game.first_trips(caught)
    if takers and +pot.holds:
        shares = pot.take(takers, whole=options.for_points)
        each = amount_text({pay.unit: pay.amount for pay in shares if pay.taker == takers[0]})
        table.tell("takes_pot" if len(takers) == 1 else "shares_pot", seats=tuple(takers), dice=each)
        pays += shares
    return pays


def _finish(table: Table, games: Sequence[GameState], pays: Sequence[Pay], pot: GoldenPot) -> Result:
    """Return the result, with the reason of each seat game by game."""
    words = table.words
    reasons = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for game in games:
        for seat in game.seats:
            reason = (
                Line(words["why:lost"]) if seat in game.lost else score_line(game.scores.get(seat, Score(0)))
            )
            values = {"size": game.size, "reason": reason, "before": reasons[seat]}
            reasons[seat] = Line(words["why:more" if game is not games[0] else "why"], values)
    winners = [game.winner for game in games if game.winner is not None]
    first = list(dict.fromkeys(winners))
    headline = Line(
        words["result:won" if first else "result:void" if games else "result:nothing"], {"seats": first}
    )
    notes = (Line(words["result:pot"], {"dice": amount_text(+pot.holds)}),) if +pot.holds else ()
    rows = result_rows(table.ring, pays, reasons, first)
    return Result(headline, rows, tuple(pays), pot.carry(), notes=notes)


# ---- matches for points


def point_target(options: Options, length: MatchLength, players: int) -> int:
    """Return the points that win a match: the gembone size, which is 8 in the Madness (PTS-R7)."""
    size = int(options.sizes[-1][1:])
    return size if length == "quick" else size * players


def found_trips(finish: Finish) -> dict[str, Any] | None:
    """Return the trips, or Annam's three, with which a game was won."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    reason = row.reason.values.get("reason") if row is not None and row.reason is not None else None
    return {"what": reason} if reason is not None and reason.text.startswith(("trips", "Annam")) else None


def found_dubs(finish: Finish) -> dict[str, Any] | None:
    """Return the dubs that won the only game, unless all that it won went into the Golden Pot."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    if row is None or row.reason is None or row.reason.text != finish.words["why"] or not row.change:
        return None
    return {"what": row.reason.values["reason"]}


FEATS = (
    Feat("big", "trips", for_gembones(found_trips)),
    Feat("win", "dubs", for_gembones(found_dubs)),
)


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play every game, since no seat is at an advantage, and never sign a contract."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return "pass" if ask.kind == "sign" else prompt.options[0]


class Tripledip(GemboneGame):
    """The data sheet of Tripledip."""

    key = "tripledip"
    texts = read_texts(__name__, STAKE_TEXTS, POINT_TEXTS, SPOT_TEXTS)
    version = 3
    seats = (2, 8)
    complexity = "simple"
    minutes = 1
    emblem = ("g4:3", "g4:3", "g4:3")
    options = Options
    party = {"machaes_golden_pot": "guest"}
    private = nine_bells.PRIVATE
    policies = {"regular": without_talents(sensible), GUEST: without_talents(sensible)}
    seconds = {**SPOT_SECONDS, **nine_bells.SECONDS}
    feats = FEATS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)
    due = staticmethod(pot_shares)
    payers = staticmethod(payers)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return nine_bells.RISK.seat if options.nine_bells else dict.fromkeys(options.sizes, ALL)

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points."""
        return Goal(point_target(options, options.length, len(table.ring)))

    def alone(self, options: Options) -> bool:
        """Return True for Nine Bells, a contract that lasts for days (TD-R10)."""
        return options.nine_bells

    def limits(self, options: Options) -> tuple[int, int]:
        """Return the fewest and the most seats: one in Nine Bells, where a player meets the house alone."""
        return (1, 1) if options.nine_bells else self.seats

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return each seat's dice, with the rerolls of a tie; the size only if there are several."""
        reasons: dict[int, Line] = {}
        headline = finish.result.headline
        if headline.text == finish.words["result:torn"]:
            reasons[finish.result.rows[0].seat] = Line(finish.words["why:torn"], headline.values)
        rerolls = finish.values_of("rerolls")
        for row in finish.result.rows if not finish.options.for_points else ():
            if row.reason is None or row.reason.text != finish.words["why"]:
                continue
            reason = row.reason.values["reason"]
            for values in rerolls:
                if values["seat"] == row.seat:
                    reason = Line(
                        "{first:line}, then {score:line}", {"first": reason, "score": values["score"]}
                    )
            reasons[row.seat] = reason
        return {**reasons, **reasons_of_caught(finish)}


GAME: Game = Tripledip()
