"""Tiamat: five coloured cards, up to four discards, and the best dragon bites all others (TM)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.endings.finish import Feat, Finish
from games.engine.game import GUEST, Game
from games.engine.result import Result
from games.engine.scene import Highlights, Line
from games.engine.table import Table
from games.gembones.shared.feats import for_gembones, reasons_of_caught
from games.gembones.shared.gembone_game import GemboneGame
from games.gembones.shared.options import MatchLength
from games.gembones.shared.point_race import Goal
from games.gembones.shared.stakes import result_rows, stakes_window
from games.gembones.shared.texts import POINT_TEXTS, STAKE_TEXTS
from games.gembones.spotlight import SECONDS as SPOT_SECONDS
from games.gembones.spotlight import TEXTS as SPOT_TEXTS
from games.gembones.spotlight import Spotlight, without_talents
from games.gembones.tiamat import side_bets
from games.gembones.tiamat.combinations import CARD_FACES
from games.gembones.tiamat.computer import Shark, guest, newcomer, regular
from games.gembones.tiamat.odds import odds
from games.gembones.tiamat.options import Options
from games.gembones.tiamat.side_bets import TIPS
from games.gembones.tiamat.state import STAKE, GameState
from games.texts import read_texts

MOST_GAMES: Mapping[MatchLength, int] = {"quick": 1, "full": 5}
"""The most games of a match for points."""
PARTNERS = 4
"""The players of Bahamut: two teams of two (TM-27)."""


async def play(table: Table, options: Options) -> Result:
    """Play one game, hand after hand, in the rulebook's order (TM-03 to TM-24)."""
    table.clear()
    seats = [*await stakes_window(table, "1g100", STAKE)]
    if len(seats) < (PARTNERS if options.bahamut else 2):
        return Result(Line(table.words["result:nothing"]), result_rows(table.ring, [], {}))
    spot = Spotlight(table, options)
    dealer = await roll_for_deal(table, seats, spot)
    game = GameState(table, options, seats, spot.caught)
    # all of them were caught cheating at the roll for the deal
    if not game.sides():
        return Result(Line(table.words["result:nothing"]), result_rows(table.ring, [], {}))
    while len(game.sides()) > 1:
        hands = await game.play_hand(dealer)
        damage = game.deal_damage(hands)
        if options.dracolich:
            await game.offer_buy_back(hands)
        if options.dueling_dragons and not damage and len(game.players()) == 2:
            await game.offer_duel(hands)
        dealer = game.after(dealer)[0]
    return await spot.finish(_finish(table, game))


async def roll_for_deal(table: Table, seats: Sequence[int], spot: Spotlight) -> int:
    """Roll the g100 of every seat until one is highest, and return that seat, which deals first (TM-R14)."""
    rolling = list(seats)
    while True:
        rolls = {seat: table.chance.die(100) for seat in rolling}
        for seat, face in rolls.items():
            table.tell("rolls", seat=seat, dice=(f"g100:{face}",))
        fallen = {seat: [("g100", face)] for seat, face in rolls.items()}
        fallen = await spot.after_roll(fallen, lambda seat, dice: None, dict.fromkeys(seats, STAKE))
        rolls = {seat: face for seat, [(_, face)] in fallen.items()}
        rolling = [seat for seat, face in rolls.items() if face == max(rolls.values())]
        if len(rolling) == 1:
            return rolling[0]


def _finish(table: Table, game: GameState) -> Result:
    """Return the result: the hoard to the winners, and the life of every seat as its reason."""
    game.lay_out_hands()
    words, winners, pays = table.words, game.players(), [*game.payments(), *game.bet_pays]
    reasons = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for seat in game.seats:
        reasons[seat] = Line(words["why" if game.life[seat] else "why:out"], {"n": game.life[seat]})
    reasons |= side_bets.bet_reasons(game.bets, words)
    for seat in winners:
        table.tell("wins", seat=seat)
    headline = Line(words["result:won" if len(winners) == 1 else "result:team"], {"seats": tuple(winners)})
    rows = result_rows([*table.ring, *(bet.seat for bet in game.bets)], pays, reasons, winners)
    notes = [Line(words["result:share"], {"seat": seat}) for seat in game.fallen_partners()]
    if game.duellists:
        notes.append(Line(words["result:tips"]))
    # the house tips both players who have shown its guests a duel (TM-40)
    return Result(headline, rows, tuple(pays), notes=tuple(notes), tips=game.duellists)


# ---- matches for points


def point_target(length: MatchLength) -> int:
    """Return the games that win a match for points: one, or three of at most five (TM-R13)."""
    return 1 if length == "quick" else 3


def found_tiamats(most: int) -> Callable[[Finish], Mapping[str, object] | None]:
    """Return a test that the last hand showed at least this many Tiamats."""

    def when(finish: Finish) -> dict[str, str] | None:
        last = max(
            (place for place, event in enumerate(finish.events) if event.kind == "showdown"), default=0
        )
        shown = [event.values["what"].text for event in finish.events[last:] if event.kind == "reveals"]
        return {} if shown.count("Tiamat") >= most else None

    return for_gembones(when)


def last_bites(finish: Finish) -> list[Line]:
    """Return for each seat that went out who bit it, with which dragon, and in which hand; in order."""
    bites = dict[int, Line]()
    hand, shown = 0, dict[int, Mapping[str, Any]]()
    for event in finish.events:
        values = event.values
        if event.kind == "showdown":
            hand, shown = hand + 1, {}
        elif event.kind == "reveals":
            shown[values["seat"]] = values
        elif event.kind == "out":
            biter = next((shown[seat] for seat in values.get("by", ()) if seat in shown), None)
            reason = Line(finish.words["why:duel"], values)
            if biter is not None:
                bite = {**values, "hand": hand, "what": biter["what"], "cards": biter["cards"]}
                alone = len(values["by"]) == 1
                reason = Line(finish.words["why:bitten" if alone else "why:bitten_by_many"], bite)
            bites.pop(values["seat"], None)
            bites[values["seat"]] = reason
        elif event.kind == "buys_back":
            bites.pop(values["seat"], None)
    return list(bites.values())


FEATS = (
    Feat("perfect", "two_tiamats", found_tiamats(2)),
    Feat("perfect", "tiamat", found_tiamats(1)),
)


class Tiamat(GemboneGame):
    """The data sheet of Tiamat."""

    key = "tiamat"
    texts = read_texts(__name__, SPOT_TEXTS, STAKE_TEXTS, POINT_TEXTS, tip=TIPS)
    version = 3
    seats = (2, 5)
    complexity = "medium"
    minutes = 8
    emblem = ("dragon.red", "dragon.blue", "dragon.green")
    options = Options
    cards = CARD_FACES
    party = {"bahamut": "guest"}
    shared_win_is_good_form = True
    rated_after = 5
    policies = {
        "newcomer": without_talents(newcomer),
        "regular": without_talents(regular),
        "shark": without_talents(Shark()),
        GUEST: without_talents(guest),
    }
    seconds = {**SPOT_SECONDS, "discard": 45}
    feats = FEATS
    play_once = staticmethod(play)
    exact_odds = staticmethod(odds)

    def seat_reasons(self, finish: Finish) -> Mapping[int, Line]:
        """Return who bit each seat that is out, and in which hand."""
        if finish.options.for_points:
            return reasons_of_caught(finish)
        return {**{bite.values["seat"]: bite for bite in last_bites(finish)}, **reasons_of_caught(finish)}

    def highlights(self, finish: Finish) -> Highlights:
        """Return the last bite, with the dragon that bit."""
        if finish.options.for_points:
            return Highlights()
        words = finish.words
        won = finish.values_of("duel_won")
        if won and finish.winners == (won[-1]["seat"],):
            return Highlights(Line(words["moment:duel_won"], won[-1]))
        bites = [
            bite
            for bite in last_bites(finish)
            if finish.winners and bite.values["seat"] not in finish.winners
        ]
        if not bites:
            return Highlights()
        values = bites[-1].values
        if "what" not in values:
            return Highlights()
        key = "moment:out" if len(values["by"]) == 1 else "moment:out_by_many"
        return Highlights(Line(words[key], values), items=values.get("cards", ()))

    def ante(self, options: Options) -> Mapping[str, int]:
        """Return the gembones that a seat must put up to play at all."""
        return STAKE

    def goal(self, table: Table, options: Options) -> Goal:
        """Return the score that wins a match for points; in Bahamut wins are counted by team (TM-R13)."""
        sides = {seat: place % 2 for place, seat in enumerate(table.ring)} if options.bahamut else {}
        return Goal(point_target(options.length), MOST_GAMES[options.length], sides)

    def limits(self, options: Options) -> tuple[int, int]:
        """Return the fewest and the most seats: four in Bahamut, which has two teams of two."""
        return (PARTNERS, PARTNERS) if options.bahamut else self.seats


GAME: Game = Tiamat()
