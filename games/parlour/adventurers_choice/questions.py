"""The questions between two games of a night: loans, and the choice of the next game (ADV)."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.game import Game
from games.engine.prompts import Answer, Choose
from games.engine.table import Table
from games.parlour.adventurers_choice.games import BY_KEY, FALLBACK, NAMES, Raw, additions, offered, plain
from games.parlour.adventurers_choice.money import NightMoney
from games.parlour.shared.loans import LOAN
from games.phrases import joined, listing

BACKS = 3
"""The number of times that a Starting Player may take back the choice of a game."""


class Interrupted(Exception):
    """Raised when time is up, too few seats are left, or the seat asked has left; the night handles it."""


class Asks:
    """The questions between two games. `split_open`: the Starting Player chooses the Split Rule."""

    def __init__(self, table: Table, money: NightMoney, house: Raw, split_open: bool) -> None:
        self.table, self.money, self.house, self.split_open = table, money, house, split_open

    def present(self) -> list[int]:
        """Return the seats that have not left, clockwise."""
        return [seat for seat in self.table.ring if seat not in self.table.gone]

    async def _ask(self, seat: int, prompt: Choose | Callable[[], Choose]) -> Answer:
        """Ask between two games. Raises `Interrupted` if the seat leaves, or as soon as there will be no next one."""

        def made() -> Choose:
            if self.table.time_up or len(self.present()) < 2:
                raise Interrupted
            return prompt() if callable(prompt) else prompt

        answer = await self.table.ask(seat, made(), made)
        if seat in self.table.gone:
            raise Interrupted
        return answer

    async def loan(self, seat: int) -> bool:
        """Offer a loan to a seat that may borrow; the richest can't decline (ADV-08 to ADV-10, ADV-R1).

        Returns whether there was a loan. Raises `Interrupted`.
        """
        money = self.money
        if seat not in self.present() or not money.may_borrow(seat, self.present()):
            return False
        self.table.phase("loans")

        def prompt() -> Choose:
            says = {"money": money.held[seat], "n": LOAN}
            return Choose("loan", ("no", "yes"), "no" if money.held[seat] else "yes", public=True, says=says)

        answer = await self._ask(seat, prompt)
        lender = money.lender(seat, self.present())
        if answer == "no" or lender is None:
            return False
        money.lend(seat, lender)
        self.table.tell("lends", seat=lender, borrower=seat, n=LOAN)
        return True

    async def game(self, starter: int) -> tuple[Game, Raw]:
        """Let the Starting Player choose the game, then the additions to it, one after the other (ADV-06).

        A choice can be taken back until the game begins, but not for ever, so that nobody holds up the table (ADV-R5).
        Raises `Interrupted`.
        """

        def games() -> Choose:
            return Choose("game", offered(len(self.present())), FALLBACK, public=True)

        for left in range(BACKS, -1, -1):
            game = BY_KEY[await self._ask(starter, games)]
            self.table.report(starter, "picks", title=game.title)
            chosen = await self._terms(starter, game, ("back",) if left else ())
            if chosen is not None:
                break
            self.table.report(starter, "picks_again")
        assert chosen is not None
        raw, added = chosen
        self.table.tell("chooses", seat=starter, title=_title(game, added))
        return game, raw

    async def _terms(self, starter: int, game: Game, back: tuple[str, ...]) -> tuple[Raw, list[str]] | None:
        """Let the Starting Player add to a game; return its options and additions, None if it is taken back."""
        raw: Raw = plain(game, self.house)
        added: list[str] = []
        while (more := additions(game, raw, self.split_open)) or back:
            says = {"title": _title(game, added)}
            prompt = Choose("terms", ("play", *more, *back), "play", public=True, says=says)
            answer = await self._ask(starter, prompt)
            if answer == "play":
                break
            if answer == "back":
                return None
            raw = more[answer]
            added.append(NAMES[answer])
        return raw, added


def _title(game: Game, added: list[str]) -> str:
    """Return the title of a game with its additions."""
    return joined(game.title, " (", listing(*added), ")") if added else game.title
