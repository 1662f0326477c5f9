"""One turn of Lucky No. 13: roll, stop, and what the six tricksters do to it (L13-14 to L13-17, L13-36 to L13-44)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.engine import BACK, Ask, Block, Choose, Pay, Table, Zone
from games.engine.money import COIN, SIZES, die_keys
from games.gembones.spotlight import Spotlight

LUCKY = 13
DICE = ("g4", "g6", "g8", "g10")
"""What each player needs, from the smallest (L13-02)."""

BLESSINGS = ("garl", "brandobaris", "leira", "mask", "tymora", "waukeen")


class Rolled:
    """A gembone that has been rolled: what it shows, and what its owner says that it shows (L13-41)."""

    __slots__ = ("face", "said", "size")

    def __init__(self, size: str, face: int) -> None:
        self.size, self.face, self.said = size, face, face


class Player:
    """One player's gembones in one game; as a thing on the table it shows what was said, and the truth to its owner."""

    __slots__ = ("blessings", "caught", "flipped", "given", "had_turn", "lied", "own", "received", "saying", "seat",
                 "truth", "unrolled")  # fmt: skip

    def __init__(self, seat: int, blessings: Collection[str] = ()) -> None:
        self.seat, self.blessings = seat, blessings
        self.unrolled = [*DICE]
        self.own: list[Rolled] = []
        """Rolled on the own turn, in order: they make the total."""
        self.given: list[Rolled] = []
        """Rolled in the turns of others: at risk, but no part of the own total (L13-R6)."""
        self.received = 0
        self.flipped = 0
        self.had_turn = self.lied = self.saying = self.truth = self.caught = False

    @property
    def total(self) -> int:
        """What counts: numbers as they were said, gifts, and the coin."""
        return sum(rolled.said for rolled in self.own) + self.received + self.flipped

    @property
    def at_risk(self) -> list[Rolled]:
        """The gembones that this player rolled, gifts to others among them (L13-05, L13-R13)."""
        return [*self.own, *self.given]

    def roll(self, table: Table, size: str) -> Rolled:
        """Roll one of the unrolled."""
        self.unrolled.remove(size)
        return Rolled(size, table.chance.die(SIZES[size]))

    def take_back(self) -> None:
        """The last roll goes back to the unrolled (L13-R7)."""
        self.unrolled = sorted([*self.unrolled, self.own.pop().size], key=DICE.index)

    def block(self, viewer: int) -> Block | None:
        """Everybody sees what was said; a roll of which nothing was said yet, and the truth, only its owner."""
        if not self.at_risk:
            return None
        items = []
        for rolled in self.at_risk:
            knows = self.truth or viewer == self.seat
            [key] = die_keys(rolled.size, [rolled.face if knows else rolled.said])
            secret = self.saying and rolled is self.own[-1] and not knows
            items.append(BACK if secret else key)
        return Zone("dice", self.seat, tuple(items))


class Turn:
    """The turn of `player`; `players` stand in the order of play."""

    def __init__(self, table: Table, players: Sequence[Player], player: Player, spot: Spotlight) -> None:
        self.table, self.players, self.player, self.spot = table, players, player, spot
        self.quiet: list[int] = []
        """Who has given already in this turn, or will not (L13-37)."""
        past = [p.total for p in players if p.had_turn and p.total <= LUCKY and not p.caught]
        self.best = max(past, default=0)
        self.later = len(players) - 1 - players.index(player)

    async def play(self) -> list[Pay]:
        """The whole turn; gives what its end pays at once (L13-42)."""
        player = self.player
        player.had_turn = True
        self.table.tell("turn", seat=player.seat)
        await self._rolls()
        if player.caught:
            self.table.seats.out.add(player.seat)
        elif player.total > LUCKY:
            self.table.tell("bust", seat=player.seat, total=player.total)
            self.table.seats.out.add(player.seat)
        else:
            self.table.tell("ends", seat=player.seat, total=player.total)
        return self._swindle()

    async def _rolls(self) -> None:
        """Roll by roll, until the player stops or the total ends the turn (L13-14 to L13-17)."""
        player, asks = self.player, dict[int, Ask]()
        while options := self._options():
            choice = Choose("roll", options, self._default(options), says=self._says(), public=True)
            wanted = {player.seat: choice, **self._gifts("none")}
            asks = {seat: self._keep(asks.get(seat), seat, prompt) for seat, prompt in wanted.items()}
            reply = await self.table.ask_any(asks)
            if reply.seat != player.seat:
                await self._gift(reply.seat, reply.answer)
            elif reply.answer == "flip":
                await self._lie_if_owed()
                if player.total == LUCKY - 1:
                    self._flip()
                    return
            elif reply.answer == "stop":
                break
            else:
                await self._own_roll(reply.answer)
            if player.caught:
                return
            if player.total >= LUCKY:
                await self._over()
                return
        await self._lie_if_owed()
        await self._last_call()
        await self._over()

    def _options(self) -> tuple[str, ...]:
        """A player with nothing left to choose has stopped."""
        player = self.player
        flip = ("flip",) if "tymora" in player.blessings and player.total == LUCKY - 1 else ()
        if not player.own:
            return tuple(player.unrolled)
        return (*player.unrolled, *flip, "stop") if player.unrolled or flip else ()

    def _default(self, options: Sequence[str]) -> str:
        """Out of time: stop; if nothing was rolled yet, roll the largest, and stop then (GEN-R3, L13-R1)."""
        return "stop" if "stop" in options else options[-1]

    def _says(self) -> dict[str, int | bool]:
        return {
            "total": self.player.total,
            "best": self.best,
            "later": self.later,
            "flips": "tymora" in self.player.blessings,
        }

    def _keep(self, old: Ask | None, seat: int, prompt: Choose) -> Ask:
        """A question that is still the same keeps its buttons and its clock."""
        return old if old is not None and old.prompt == prompt else Ask(seat, prompt, self.table.words)

    async def _own_roll(self, size: str, last: bool = False) -> None:
        player, table = self.player, self.table
        rolled = player.roll(table, size)
        player.own.append(rolled)
        [key] = die_keys(size, [rolled.face])
        if "leira" in player.blessings and not player.lied:
            player.saying = True
            table.tell("rolls_hidden", seat=player.seat, size=size)
            table.tell("sees", [player.seat], seat=player.seat, die=key)
            # a roll that ends the turn forces the lie (L13-R8)
            await self._say(forced=last or player.total >= LUCKY)
            player.saying = False
            [key] = die_keys(size, [rolled.said])
            table.tell("says", seat=player.seat, die=key, total=player.total)
        else:
            table.tell("rolls", seat=player.seat, die=key, total=player.total)
            await self._in_the_spotlight(rolled)
        table.note(player.seat, "total", total=player.total)

    async def _in_the_spotlight(self, rolled: Rolled) -> None:
        """What a character makes of an own roll; one behind Leira's hand stays there."""

        def show(seat: int, dice: Sequence[tuple[str, int]]) -> None:
            rolled.face = rolled.said = dice[0][1]

        seat = self.player.seat
        await self.spot.rolled({seat: [(rolled.size, rolled.face)]}, show, {seat: dict.fromkeys(DICE, 1)})
        self.player.caught = seat in self.spot.caught

    # ---- Leira's Dice Deception

    async def _say(self, *, forced: bool) -> None:
        """Say what the last roll shows, once in a turn one higher or lower than it is (L13-41, L13-R8)."""
        player, rolled = self.player, self.player.own[-1]
        up = ("up",) if rolled.face < SIZES[rolled.size] else ()
        down = ("down",) if rolled.face > 1 else ()
        options = (*(() if forced else ("true",)), *up, *down)
        safe = "up" if up and player.total < LUCKY else (*down, *up)[0]
        said = {"face": rolled.face, "higher": rolled.face + 1, "lower": rolled.face - 1, "size": rolled.size}
        default = safe if forced else "true"
        answer = await self.table.ask(
            player.seat, Choose("say", options, default, says={**self._says(), **said})
        )
        rolled.said = rolled.face + {"true": 0, "up": 1, "down": -1}[answer]
        player.lied = answer != "true"

    async def _lie_if_owed(self) -> None:
        """Stopping and flipping first force the lie, if there was none (L13-R8)."""
        player = self.player
        if "leira" in player.blessings and not player.lied:
            await self._say(forced=True)
            [key] = die_keys(player.own[-1].size, [player.own[-1].said])
            self.table.tell("says", seat=player.seat, die=key, total=player.total)
            self.table.note(player.seat, "total", total=player.total)

    # ---- Garl's Gratuitous Gift

    def _gifts(self, clock: str) -> dict[int, Choose]:
        """What others may give now: one gembone each, once a turn, after the first roll (L13-36 to L13-38, L13-R6)."""
        prompts = {}
        for giver in self.players:
            # who has yet to play must keep one
            spare = len(giver.unrolled) > (0 if giver.had_turn else 1)
            stays = giver.seat not in self.quiet and giver.seat not in self.table.gone
            if "garl" in giver.blessings and giver is not self.player and spare and stays and self.player.own:
                says = {"total": self.player.total, "seat": self.player.seat, "past": giver.had_turn}
                options = (*giver.unrolled, "keep")
                prompts[giver.seat] = Choose(
                    "gift",
                    options,
                    "keep",
                    clock="quick" if clock == "quick" else "none",
                    says=says,
                )
        return prompts

    async def _gift(self, seat: int, answer: str) -> None:
        """A gift is rolled and counts for the one whose turn it is; in journal order (L13-36, L13-R6)."""
        self.quiet.append(seat)
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
        """The stop stands, but gifts may still make it 13 or a bust (L13-R6)."""
        asks: dict[int, Ask] = {}
        while self.player.total < LUCKY and (wanted := self._gifts("quick")):
            asks = {seat: self._keep(asks.get(seat), seat, prompt) for seat, prompt in wanted.items()}
            reply = await self.table.ask_any(asks)
            await self._gift(reply.seat, reply.answer)

    # ---- Brandobaris, Tymora, Mask

    async def _over(self) -> None:
        """Before a bust is final the last roll may be replaced, and that ends the turn (L13-39, L13-40, L13-R7)."""
        player = self.player
        if player.total <= LUCKY or "brandobaris" not in player.blessings or not player.unrolled:
            return
        back = player.own[-1]
        without = player.total - back.said
        says = {**self._says(), "size": back.size, "without": without}
        options = (*player.unrolled, "bust")
        answer = await self.table.ask(player.seat, Choose("swap", options, "bust", clock="quick", says=says))
        if answer != "bust":
            player.take_back()
            self.table.tell("swaps", seat=player.seat, size=back.size)
            await self._own_roll(answer, last=True)

    def _flip(self) -> None:
        """Heads are 13, tails are 14 (L13-43, L13-44, L13-R10)."""
        self.player.flipped = self.table.chance.die(2)
        self.table.tell(
            "flips", seat=self.player.seat, die=f"{COIN}:{self.player.flipped}", total=self.player.total
        )
        self.table.note(self.player.seat, "total", total=self.player.total)

    def _swindle(self) -> list[Pay]:
        """Each neighbour in the order of play who serves Mask gets the smallest left over (L13-42, L13-R9)."""
        at, n = self.players.index(self.player), len(self.players)
        # a ring: with two players the one other counts once (L13-R4)
        places = dict.fromkeys([(at - 1) % n, (at + 1) % n])
        pays = []
        for neighbour in (self.players[place] for place in places):
            if "mask" in neighbour.blessings and self.player.unrolled:
                size = self.player.unrolled.pop(0)
                self.table.tell("swindle", seat=neighbour.seat, from_seat=self.player.seat, size=size)
                pays.append(Pay(self.player.seat, neighbour.seat, size, 1))
        return pays
