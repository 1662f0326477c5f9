"""I Cast 'FIREBALL': all race to be first with every gembone on one number (FB)."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.chance import Chance
from games.engine.endings.finish import Feat, Finish
from games.engine.game import Game
from games.engine.money import SIZES
from games.engine.prompts import Answer, Choose
from games.engine.questions import Ask
from games.engine.result import Result
from games.engine.scene import Line, OpenAsk, Scene
from games.engine.table import Table
from games.gembones.fireball.caller import MOST_TIED, decide_tie, wait_for_call
from games.gembones.fireball.odds import odds
from games.gembones.fireball.options import Options
from games.gembones.fireball.state import GameState
from games.gembones.shared.feats import Found, for_gembones
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal
from games.gembones.shared.stakes import result_rows, stakes_window
from games.gembones.shared.texts import POINT_TEXTS, STAKE_TEXTS
from games.texts import read_texts

SECONDS = {"first": 20, "call": 20}
"""The seconds to decide who was first (FB-R3), and to wait for a volunteer's call (FB-R6)."""
ABSENT_PACE = 2
"""A seat that has left rolls once while the fastest player rolls this many times (FB-R7)."""


async def play(table: Table, options: Options) -> Result:
    """Play one game, from the stakes to the hand-over, in the rulebook's order (FB-04 to FB-12)."""
    table.clear()
    table.welcome("call", 1)
    text = f"{options.count}{options.size}"
    if not options.for_points:
        text += f" ({options.count * SIZES[options.size]} pieces)"
    # Overchannel sets the target, so there is no choice between equally frequent numbers
    stake_options = ("stake",) if options.evocation_overchannel else ("stake", "lowest")
    stakes = await stakes_window(table, text, {options.size: options.count}, stake_options)
    game = GameState(table, options, stakes if len(stakes) > 1 else {})
    if not game.dice:
        headline = Line(table.words["result:nothing"])
        reasons = dict.fromkeys(table.ring, Line(table.words["note:passes"]))
        return Result(headline, result_rows(table.ring, [], reasons))
    await wait_for_call(table)
    for seat in game.dice:
        game.roll(seat)
    if not game.casters():
        await (race if options.mode == "race" else rounds)(game)
    winner = await decide_tie(table, game.casters(), game.present())
    table.tell("fireball", seat=winner)
    return game.finish(winner)


async def race(game: GameState) -> None:
    """Race without turns: each answer is a roll, in the order in which the answers arrive (FB-R1).

    A seat that has left is rolled for at a slower pace, and if no player is left, all are rolled for in rounds.
    """
    table = game.table
    table.phase("race")
    asks = {seat: Ask(seat, game.question(clock="race"), table.words) for seat in game.dice}
    rolled = dict.fromkeys(game.dice, 0)
    fastest = 0
    while asks and not game.casters():
        reply = await table.ask_any(asks)
        seat = reply.seat
        if seat in table.gone:
            # the engine answers at once for a seat that has left, and that would win every race
            del asks[seat]
            continue
        game.roll(seat, reply.answer)
        asks[seat] = Ask(seat, game.question(clock="race", last=reply.answer), table.words)
        rolled[seat] += 1
        if rolled[seat] > fastest:
            fastest = rolled[seat]
            if fastest % ABSENT_PACE == 0:
                _roll_for_absent(game)
    while not game.casters():
        _roll_for_absent(game)


def _roll_for_absent(game: GameState) -> None:
    """Roll once for each seat that has left, until one of them casts."""
    for seat in game.dice:
        if seat in game.table.gone and not game.casters():
            game.roll(seat)


async def rounds(game: GameState) -> None:
    """Roll for all seats once a round; a seat that has stacked carefully misses the next round (FB-R2, FB-R8)."""
    game.table.phase("rounds")
    resting: set[int] = set()
    while not game.casters():
        rolling = [seat for seat in game.dice if seat not in resting]
        question = game.question(clock="quick")
        answers = await game.table.ask_each(dict.fromkeys(rolling, question))
        for seat in rolling:
            game.roll(seat, answers[seat])
        resting = {seat for seat in rolling if answers[seat] == "careful"}


# ---- matches for points


def point_target(length: MatchLength, players: int) -> int:
    """Return the points that win a match."""
    return 5 if length == "quick" else 5 * players


def locked_by_others(finish: Finish) -> list[tuple[int, int, int]]:
    """Return seat, locked gembones and all gembones of each player who was not first."""
    reasons = [
        (row.seat, row.reason) for row in finish.result.rows if row.place != 1 and row.reason is not None
    ]
    return [
        (seat, reason.values["locked"], reason.values["count"]) for seat, reason in reasons if reason.values
    ]


def found_bonfire(finish: Finish) -> Found:
    """Return a value if nobody else had locked even half of their gembones."""
    others = locked_by_others(finish)
    return {} if others and all(locked * 2 < count for _, locked, count in others) else None


def found_photo_finish(finish: Finish) -> Found:
    """Return the players one gembone short of being first."""
    close = tuple(seat for seat, locked, count in locked_by_others(finish) if locked == count - 1)
    return {"close": close} if close else None


FEATS = (
    Feat("perfect", "bonfire", for_gembones(found_bonfire)),
    Feat("win", "photo_finish", for_gembones(found_photo_finish)),
)


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Play every game, roll quickly, and leave the decision of ties to others, since no seat is at an advantage."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return prompt.default if ask.kind == "first" else prompt.options[0]


class Fireball(GemboneGame):
    """The data sheet of I Cast 'FIREBALL'."""

    key = "fireball"
    texts = read_texts(__name__, STAKE_TEXTS, POINT_TEXTS, place=range(MOST_TIED))
    version = 2
    seats = (2, 8)
    complexity = "simple"
    minutes = 1
    emblem = ("g6:6", "g6:6", "g6:6")
    options = Options
    feats = FEATS
    policies = {"regular": sensible}
    seconds = SECONDS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return {options.size: options.count}

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points."""
        return Goal(point_target(options.length, len(table.ring)))


GAME: Game = Fireball()
