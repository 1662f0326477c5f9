"""One turn of Lucky No. 13: rolls, the stop, and the blessings of the six tricksters (L13-14 to L13-17)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.engine.money import COIN, SIZES, die_keys
from games.engine.prompts import Choose
from games.engine.questions import Ask
from games.engine.result import Pay
from games.engine.scene import BACK, Block, Zone
from games.engine.table import Table
from games.gembones.lucky_13.options import DICE, LUCKY
from games.gembones.spotlight import Spotlight


class Rolled:
    """A gembone that has been rolled: its `face`, and the face that its owner claims, which may be a lie (L13-41)."""

    __slots__ = ("claimed", "face", "size")

    def __init__(self, size: str, face: int) -> None:
        self.size, self.face, self.claimed = size, face, face


class Player:
    """The gembones of one player in one game, and the zone that shows them.

    `own`: the rolls of the player's own turn, in order; they count for the total. `given`: the rolls in other players'
    turns; they are at risk, but don't count for the total (L13-R6). `received`: the sum of the gifts from others.
    `flipped`: the coin, 1 or 2. `claiming`: the last roll is still unclaimed. `truth`: the game is over, and everyone
    sees the true faces.
    """

    __slots__ = ("blessings", "caught", "claiming", "flipped", "given", "had_turn", "lied", "own", "received", "seat",
                 "truth", "unrolled")  # fmt: skip

    def __init__(self, seat: int, blessings: Collection[str] = ()) -> None:
        self.seat, self.blessings = seat, blessings
        self.unrolled = [*DICE]
        self.own: list[Rolled] = []
        self.given: list[Rolled] = []
        self.received = 0
        self.flipped = 0
        self.had_turn = self.lied = self.claiming = self.truth = self.caught = False

    @property
    def total(self) -> int:
        """The total that counts: claimed faces, gifts, and the coin."""
        return sum(rolled.claimed for rolled in self.own) + self.received + self.flipped

    @property
    def at_risk(self) -> list[Rolled]:
        """The gembones that this player may lose: all those it rolled, including gifts to others (L13-R13)."""
        return [*self.own, *self.given]

    def roll(self, table: Table, size: str) -> Rolled:
        """Roll one of the unrolled gembones."""
        self.unrolled.remove(size)
        return Rolled(size, table.chance.die(SIZES[size]))

    def take_back(self) -> None:
        """Put the last roll back among the unrolled gembones (L13-R7)."""
        self.unrolled = sorted([*self.unrolled, self.own.pop().size], key=DICE.index)

    def block(self, viewer: int) -> Block | None:
        """Return the zone as a viewer sees it: claimed faces, or the true ones for their owner.

        A roll that has not been claimed yet is a card back to all others.
        """
        if not self.at_risk:
            return None
        items = []
        for rolled in self.at_risk:
            knows = self.truth or viewer == self.seat
            [key] = die_keys(rolled.size, [rolled.face if knows else rolled.claimed])
            secret = self.claiming and rolled is self.own[-1] and not knows
            items.append(BACK if secret else key)
        return Zone("dice", self.seat, tuple(items))


class Turn:
    """The turn of `player`.

    `players`: all players in the order of play. `done_giving`: seats that have given in this turn, or declined. `best`:
    the best total of the turns before. `later`: the number of players after this one.
    """

    def __init__(self, table: Table, players: Sequence[Player], player: Player, spot: Spotlight) -> None:
        self.table, self.players, self.player, self.spot = table, players, player, spot
        self.done_giving: list[int] = []
        past = [p.total for p in players if p.had_turn and p.total <= LUCKY and not p.caught]
        self.best = max(past, default=0)
        self.later = len(players) - 1 - players.index(player)

    async def play(self) -> list[Pay]:
        """Play the turn; return the payments due at its end."""
        player = self.player
        player.had_turn = True
        self.table.tell("turn", seat=player.seat)
        await self._roll_until_stop()
        if player.caught:
            self.table.seats.out.add(player.seat)
        elif player.total > LUCKY:
            self.table.tell("bust", seat=player.seat, total=player.total)
            self.table.seats.out.add(player.seat)
        else:
            self.table.tell("ends", seat=player.seat, total=player.total)
        return self._swindle()

    async def _roll_until_stop(self) -> None:
        """Ask and roll until the player stops or the total ends the turn (L13-14 to L13-17)."""
        player, asks = self.player, dict[int, Ask]()
        while options := self._options():
            choice = Choose("roll", options, self._default(options), says=self._says(), public=True)
            wanted = {player.seat: choice, **self._gift_questions("none")}
            asks = {seat: self._reuse(asks.get(seat), seat, prompt) for seat, prompt in wanted.items()}
            reply = await self.table.ask_any(asks)
            if reply.seat != player.seat:
                await self._take_gift(reply.seat, reply.answer)
            elif reply.answer == "flip":
                await self._force_lie()
                # the lie has moved the total by one; the coin is only flipped at 12
                if player.total == LUCKY - 1:
                    self._flip()
                    return
            elif reply.answer == "stop":
                break
            else:
                await self._roll(reply.answer)
            if player.caught:
                return
            if player.total >= LUCKY:
                await self._offer_swap()
                return
        await self._force_lie()
        await self._last_call()
        await self._offer_swap()

    def _options(self) -> tuple[str, ...]:
        """Return the player's options; none if the player has stopped."""
        player = self.player
        flip = ("flip",) if "tymora" in player.blessings and player.total == LUCKY - 1 else ()
        if not player.own:
            return tuple(player.unrolled)
        return (*player.unrolled, *flip, "stop") if player.unrolled or flip else ()

    def _default(self, options: Sequence[str]) -> str:
        """Return the answer for a player out of time: stop, or roll the largest if nothing was rolled yet (L13-R1)."""
        return "stop" if "stop" in options else options[-1]

    def _says(self) -> dict[str, int | bool]:
        return {
            "total": self.player.total,
            "best": self.best,
            "later": self.later,
            "flips": "tymora" in self.player.blessings,
        }

    def _reuse(self, old: Ask | None, seat: int, prompt: Choose) -> Ask:
        """Return the old ask if its question hasn't changed, so that it keeps its buttons and clock."""
        return old if old is not None and old.prompt == prompt else Ask(seat, prompt, self.table.words)

    async def _roll(self, size: str, last: bool = False) -> None:
        player, table = self.player, self.table
        rolled = player.roll(table, size)
        player.own.append(rolled)
        [key] = die_keys(size, [rolled.face])
        if "leira" in player.blessings and not player.lied:
            player.claiming = True
            table.tell("rolls_hidden", seat=player.seat, size=size)
            table.tell("sees", [player.seat], seat=player.seat, die=key)
            # a roll that ends the turn is the last chance for the lie, which the blessing demands (L13-R8)
            await self._claim(forced=last or player.total >= LUCKY)
            player.claiming = False
            [key] = die_keys(size, [rolled.claimed])
            table.tell("says", seat=player.seat, die=key, total=player.total)
        else:
            table.tell("rolls", seat=player.seat, die=key, total=player.total)
            await self._use_talents(rolled)
        table.note(player.seat, "total", total=player.total)

    async def _use_talents(self, rolled: Rolled) -> None:
        """Let a character use a talent on the roll. Rolls under Leira's blessing are hidden, and get none."""

        def show(seat: int, dice: Sequence[tuple[str, int]]) -> None:
            rolled.face = rolled.claimed = dice[0][1]

        seat = self.player.seat
        await self.spot.after_roll({seat: [(rolled.size, rolled.face)]}, show, {seat: dict.fromkeys(DICE, 1)})
        self.player.caught = seat in self.spot.caught

    # ---- Leira's Dice Deception

    async def _claim(self, *, forced: bool) -> None:
        """Ask the player to claim a face for the last roll: the true one, or once in a turn one higher or lower."""
        player, rolled = self.player, self.player.own[-1]
        up = ("up",) if rolled.face < SIZES[rolled.size] else ()
        down = ("down",) if rolled.face > 1 else ()
        options = (*(() if forced else ("true",)), *up, *down)
        safe = "up" if up and player.total < LUCKY else (*down, *up)[0]
        faces = {
            "face": rolled.face,
            "higher": rolled.face + 1,
            "lower": rolled.face - 1,
            "size": rolled.size,
        }
        default = safe if forced else "true"
        answer = await self.table.ask(
            player.seat, Choose("say", options, default, says={**self._says(), **faces})
        )
        rolled.claimed = rolled.face + {"true": 0, "up": 1, "down": -1}[answer]
        player.lied = answer != "true"

    async def _force_lie(self) -> None:
        """Ask for the lie that Leira demands if the player has not lied before stopping or flipping (L13-R8)."""
        player = self.player
        if "leira" in player.blessings and not player.lied:
            await self._claim(forced=True)
            [key] = die_keys(player.own[-1].size, [player.own[-1].claimed])
            self.table.tell("says", seat=player.seat, die=key, total=player.total)
            self.table.note(player.seat, "total", total=player.total)

    # ---- Garl's Gratuitous Gift

    def _gift_questions(self, clock: str) -> dict[int, Choose]:
        """Return the questions to players that can give now: one gembone each, once a turn, after the first roll."""
        prompts = {}
        for giver in self.players:
            # a player whose own turn is still to come must keep one gembone to roll
            spare = len(giver.unrolled) > (0 if giver.had_turn else 1)
            may_give = giver.seat not in self.done_giving and giver.seat not in self.table.gone
            if (
                "garl" in giver.blessings
                and giver is not self.player
                and spare
                and may_give
                and self.player.own
            ):
                says = {"total": self.player.total, "seat": self.player.seat, "past": giver.had_turn}
                options = (*giver.unrolled, "keep")
                prompts[giver.seat] = Choose(
                    "gift",
                    options,
                    "keep",
                    clock="quick" if clock == "quick" else "none",
                    says=says,
                    harmless=True,
                )
        return prompts

    async def _take_gift(self, seat: int, answer: str) -> None:
        """Take an answer to a gift question; a gift is rolled for the player whose turn it is (L13-R6)."""
        self.done_giving.append(seat)
        if answer == "keep":
            return
        giver = next(player for player in self.players if player.seat == seat)
        rolled = giver.roll(self.table, answer)
        giver.given.append(rolled)
        self.player.received += rolled.face
        [key] = die_keys(rolled.size, [rolled.face])
        self.table.tell("gives", seat=seat, to_seat=self.player.seat, die=key, total=self.player.total)
        self.table.note(self.player.seat, "total", total=self.player.total)

    async def _last_call(self) -> None:
        """Let others give after the player has stopped; gifts can still make it 13 or a bust (L13-R6)."""
        asks: dict[int, Ask] = {}
        while self.player.total < LUCKY and (wanted := self._gift_questions("quick")):
            asks = {seat: self._reuse(asks.get(seat), seat, prompt) for seat, prompt in wanted.items()}
            reply = await self.table.ask_any(asks)
            await self._take_gift(reply.seat, reply.answer)

    # ---- Brandobaris, Tymora, Mask

    async def _offer_swap(self) -> None:
        """Offer Brandobaris' followers to replace the last roll of a bust, which ends the turn (L13-R7)."""
        player = self.player
        if player.total <= LUCKY or "brandobaris" not in player.blessings or not player.unrolled:
            return
        back = player.own[-1]
        without = player.total - back.claimed
        says = {**self._says(), "size": back.size, "without": without}
        options = (*player.unrolled, "bust")
        answer = await self.table.ask(player.seat, Choose("swap", options, "bust", clock="quick", says=says))
        if answer != "bust":
            player.take_back()
            self.table.tell("swaps", seat=player.seat, size=back.size)
            await self._roll(answer, last=True)

    def _flip(self) -> None:
        """Flip Tymora's coin at 12: heads are 13, tails are 14 (L13-R10)."""
        self.player.flipped = self.table.chance.die(2)
        self.table.tell(
            "flips", seat=self.player.seat, die=f"{COIN}:{self.player.flipped}", total=self.player.total
        )
        self.table.note(self.player.seat, "total", total=self.player.total)

    def _swindle(self) -> list[Pay]:
        """Return the payments to neighbours who serve Mask: each gets the smallest gembone left unrolled (L13-R9).

        The gembones of a caught cheater are the bank's.
        """
        if self.player.caught:
            return []
        place, n = self.players.index(self.player), len(self.players)
        # neighbours in the order of play, as a ring: of two players the other one counts once (L13-R4)
        neighbours = dict.fromkeys([(place - 1) % n, (place + 1) % n])
        pays = []
        for neighbour in (self.players[other] for other in neighbours):
            if "mask" in neighbour.blessings and self.player.unrolled:
                size = self.player.unrolled.pop(0)
                self.table.tell("swindle", seat=neighbour.seat, from_seat=self.player.seat, size=size)
                pays.append(Pay(self.player.seat, neighbour.seat, size, 1))
        return pays
