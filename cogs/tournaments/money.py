"""The money of a tournament, as transfers for others to save: entries, prizes, stakes that go back.

A member's buy-in is held in an escrow of their own, as loose pieces of the tournament's base, until the tournament pays
its prizes from all of them in one transfer, or gives each back. By way of the mint, pieces become gembones again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.members import loss_limits
from bot.user_errors import UserError
from cogs.tournaments.rows import EntrantRecord
from db.ledger import Move, Transfer
from db.store import Store
from games.engine import money as gems
from games.engine import money_changer


async def enter(store: Store, guild_id: int, member: int, base: str, pieces: int) -> tuple[int, Transfer]:
    """Return a new escrow and the transfer that puts `pieces` into it. Raises `UserError` for a purse too small."""
    held = gems.of_base(base, await store.balances(member))
    swap = money_changer.cover(held, {gems.PIECE: pieces})
    if swap is None:
        raise UserError("tournament_price", need=pieces, base=base, held=gems.worth(held))
    await loss_limits.check(store, member, pieces * gems.BASES[base])
    mint = await store.mint(guild_id)
    escrow = await store.new_account("escrow", guild_id, member)
    moves = _moves(member, mint, base, swap.give) + _moves(mint, member, base, swap.get)
    moves += _moves(member, escrow, base, {gems.PIECE: pieces})
    return escrow, Transfer(f"enter:{escrow}", "buy-in", moves)


async def give_back(
    store: Store, guild_id: int, base: str, entrants: Sequence[EntrantRecord]
) -> list[Transfer]:
    """Return the transfers that refund everyone's buy-in."""
    mint, transfers = await store.mint(guild_id), []
    for entrant in entrants:
        pieces = await _put_up(store, base, entrant)
        if entrant.stake is not None and pieces:
            moves = _moves(entrant.stake, mint, base, {gems.PIECE: pieces})
            moves += _moves(mint, entrant.member, base, gems.make_up(pieces))
            transfers.append(Transfer(f"unenter:{entrant.stake}", "cash out", moves))
    return transfers


async def pot(store: Store, base: str, entrants: Sequence[EntrantRecord]) -> int:
    """Return the sum of all buy-ins in pieces."""
    return sum([await _put_up(store, base, entrant) for entrant in entrants])


async def pay(
    store: Store,
    guild_id: int,
    base: str,
    entrants: Sequence[EntrantRecord],
    prizes: Mapping[int, int],
    tournament: int,
) -> list[Transfer]:
    """Return the transfer that pays `prizes`, by account, from all that was put up; they add up to it."""
    mint, moves = await store.mint(guild_id), list[Move]()
    for entrant in entrants:
        pieces = await _put_up(store, base, entrant)
        if entrant.stake is not None and pieces:
            moves += _moves(entrant.stake, mint, base, {gems.PIECE: pieces})
    for member, pieces in prizes.items():
        moves += _moves(mint, member, base, gems.make_up(pieces))
    return (
        [Transfer(f"tournament:{tournament}", "tournament", moves, {"tournament": tournament})]
        if moves
        else []
    )


async def change_back(store: Store, guild_id: int, base: str, entrant: EntrantRecord) -> Transfer | None:
    """Return the transfer that makes small money in a purse into larger gembones again (GEM-R16)."""
    swap = money_changer.combine(gems.of_base(base, await store.balances(entrant.member)))
    mint = await store.mint(guild_id)
    moves = _moves(entrant.member, mint, base, swap.give) + _moves(mint, entrant.member, base, swap.get)
    return Transfer(f"change:{entrant.stake}", "change", moves) if moves else None


async def _put_up(store: Store, base: str, entrant: EntrantRecord) -> int:
    if entrant.stake is None:
        return 0
    return gems.worth(gems.of_base(base, await store.balances(entrant.stake)))


def _moves(giver: int, taker: int, base: str, units: Mapping[str, int]) -> list[Move]:
    return [Move(giver, taker, unit, n) for unit, n in gems.in_base(base, units).items()]
