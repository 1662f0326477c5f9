"""Fixes that can be taken out of the bot, to prove that a world finds what they mend: `--without NAME`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def frozen_transactions() -> None:
    """Let a process that froze in mid-transaction keep its shards, as long as the server lets it."""
    import db.postgres.saver as saver
    from db.postgres.connection import connect_writer

    def unlimited(url: str, *, shared: bool = False, **more: Any) -> Any:
        return connect_writer(url, **more)

    module: Any = saver
    module.connect_writer = unlimited


def speaking_after_the_lease() -> None:
    """Let a process that was overtaken go on sending requests and answers."""
    from db.postgres.shard_leases import ShardLeases

    leases: Any = ShardLeases
    leases.is_current = property(lambda self: True)


def grace_after_an_outage() -> None:
    """Let the first process that is back after an outage take all expired leases, and end those overtaken."""
    import bot.fleet.lease_keeper as keeper
    from bot.fleet.fleet import Fleet
    from bot.startup.errors import CannotRun

    async def end(self: Any, shard: int) -> None:
        raise CannotRun(f"another process has taken shard {shard}", 1)

    module: Any = keeper
    module.GRACE = 1e9
    fleet: Any = Fleet
    fleet.lose = end


def private_matches() -> None:
    """Let everyone in a place read every match of it by its number."""
    import bot.matches.access as access
    import bot.matches.opening as opening

    async def may_see(*_: Any) -> bool:
        return True

    for module in (access, opening):
        vars(module)["may_see"] = may_see


def one_try_a_person() -> None:
    """Let a try of the day belong to the account of one place."""
    from cogs.daily import rows

    def save(self: Any, unit: Any) -> None:
        unit.db.execute(
            "INSERT INTO daily_tries (member, day, answers) VALUES (?, ?, '[]') ON CONFLICT DO NOTHING",
            (self.member, self.day),
        )

    begin: Any = rows.BeginTry
    begin.save = save


def opponents_by_person() -> None:
    """Know opponents by their account, which is another one after a deletion."""
    import cogs.leaderboard.rows as rows
    import db.members as members

    def persons(db: Any, accounts: Any) -> dict[int, str]:
        return {account: f"{account:x}-account" for account in accounts}

    for module in (rows, members):
        vars(module)["persons"] = persons


def deals_saved_before_the_round() -> None:
    """Announce a round of the beacon before the deal is saved."""
    from bot.tables.lifecycle import Lifecycle

    class Forgets:
        async def commit(self, *writes: Any, **named: Any) -> None:
            pass

    lifecycle: Any = Lifecycle
    deal = lifecycle._deal

    async def _deal(self: Any, players: Any) -> Any:
        persistence, self.persistence = self.persistence, Forgets()
        try:
            return await deal(self, players)
        finally:
            self.persistence = persistence

    lifecycle._deal = _deal


def hidden_cards() -> None:
    """Show everyone the blocks of the first seat, with their own questions: else nobody could play on."""
    from games.engine import Match

    match: Any = Match
    scene = match.scene
    match.scene = lambda self, viewer: scene(self, viewer)._replace(
        blocks=scene(self, self.header.ring[0]).blocks
    )


def hidden_cards_on_pages() -> None:
    """Show every page what the first seat sees."""
    from activity.shared_views import SharedViews

    views: Any = SharedViews
    of = views.of

    async def of_first(self: Any, table: Any, viewer: int, **given: Any) -> Any:
        return await of(self, table, min(table.state.seats, default=viewer), **given)

    views.of = of_first


def one_welcome_a_day() -> None:
    """Give a welcome set again to a person who has deleted their data and comes back."""
    import db.members as members

    module: Any = members
    module.forgotten_today = lambda *_: False


def sessions_kept_without_a_gateway() -> None:
    """Give a session up at the first attempt to resume it that fails, and wait longer after each further one."""
    import bot.client as client

    module: Any = client
    module.keep_session = lambda _: None


FIXES: dict[str, Callable[[], None]] = {
    "frozen-transactions": frozen_transactions,
    "speaking-after-the-lease": speaking_after_the_lease,
    "grace-after-an-outage": grace_after_an_outage,
    "private-matches": private_matches,
    "one-try-a-person": one_try_a_person,
    "opponents-by-person": opponents_by_person,
    "deals-saved-before-the-round": deals_saved_before_the_round,
    "hidden-cards": hidden_cards,
    "hidden-cards-on-pages": hidden_cards_on_pages,
    "one-welcome-a-day": one_welcome_a_day,
    "sessions-kept-without-a-gateway": sessions_kept_without_a_gateway,
}
"""The fixes by name; each function takes one out."""
