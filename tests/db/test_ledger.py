"""The rules of the ledger: what Python refuses, the database refuses too."""

from __future__ import annotations

import asyncio

import pytest

from db import (
    AMOUNT_CAP,
    AccountClosed,
    AlreadyDone,
    AuditEntry,
    BadMove,
    Move,
    NotEnough,
    Refused,
    SaveSetting,
    SaveTable,
    Store,
    Transfer,
    Unknown,
    ledger,
)
from db.backend.connection import ConstraintViolation
from db.opening import Location
from db.postgres.address import is_postgres
from tests.helpers.store import GUILD, Clock, Club, held, on_postgres, on_sqlite, pay, purse_with, raw


async def test_a_move_takes_here_and_gives_there(store: Store) -> None:
    ann, bob = await purse_with(store, 1, gold=10), await purse_with(store, 2)
    await store.commit(pay("k", ann, bob, 4, "gold.piece"))
    assert (await store.balances(ann))["gold.piece"] == 6
    assert (await store.balances(bob))["gold.piece"] == 4


@pytest.mark.parametrize("amount", [0, -1, AMOUNT_CAP + 1, 1.5, True, "7"])
async def test_amounts_are_whole_and_within_the_cap(store: Store, amount: int) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    with pytest.raises(BadMove):
        await store.commit(pay("k", ann, bob, amount))
    assert (await store.balances(ann))["copper.piece"] == 10


async def test_nobody_pays_themselves(store: Store) -> None:
    ann = await purse_with(store, 1, copper=10)
    with pytest.raises(BadMove, match="itself"):
        await store.commit(pay("k", ann, ann))


async def test_what_transfers_of_some_kinds_brought_counts_everything_owned(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2, copper=10)
    stake = await store.new_account("stake", GUILD, ann)
    await store.commit(
        Transfer("in", "buy-in", [Move(ann, stake, "copper.piece", 6)]),
        Transfer("end", "result", [Move(stake, bob, "copper.piece", 4), Move(bob, ann, "copper.piece", 1)]),
        Transfer("gift", "gift", [Move(bob, ann, "copper.piece", 5)]),
    )
    assert await store.report(ledger.gained, ann, ("result", "leaving")) == {"copper.piece": -3}
    assert await store.report(ledger.gained, bob, ("result", "leaving")) == {"copper.piece": 3}
    assert await store.report(ledger.gained, ann, ("leaving",)) == {}


async def test_nobody_gives_more_than_they_hold(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    with pytest.raises(NotEnough) as refusal:
        await store.commit(pay("k", ann, bob, 11))
    error = refusal.value
    assert (error.account, error.unit, error.held, error.asked) == (ann, "copper.piece", 10, 11)


async def test_nobody_holds_more_than_the_cap(store: Store) -> None:
    mint, ann = await store.mint(GUILD), await purse_with(store, 1, copper=1)
    with pytest.raises(BadMove, match="more than"):
        await store.commit(pay("k", mint, ann, AMOUNT_CAP))
    await store.commit(pay("k", mint, ann, AMOUNT_CAP - 1))
    assert (await store.balances(ann))["copper.piece"] == AMOUNT_CAP


async def test_only_the_mint_may_owe(store: Store) -> None:
    mint, ann = await store.mint(GUILD), await purse_with(store, 1, copper=5)
    assert (await store.balances(mint))["copper.piece"] == -5
    bank = await store.fund(GUILD, "copper", "boneyard")
    with pytest.raises(NotEnough):
        await store.commit(pay("k", bank, ann))


async def test_what_is_not_there_is_unknown(store: Store) -> None:
    ann = await purse_with(store, 1, copper=10)
    with pytest.raises(Unknown, match="account 999"):
        await store.commit(pay("k", ann, 999))
    with pytest.raises(Unknown, match=r"tin\.piece"):
        await store.commit(pay("k", ann, await store.mint(GUILD), 1, "tin.piece"))
    with pytest.raises(Refused):
        await store.commit(pay("k", ann, 2**70))


async def test_money_stays_on_its_server(store: Store) -> None:
    one, other = await store.member(1, 7, "Ann"), await store.member(2, 7, "Ann")
    with pytest.raises(BadMove, match="server"):
        await store.commit(pay("k", one, other, 1, "copper.g4"))


async def test_a_closed_account_is_frozen(store: Store, club: Club, path: Location) -> None:
    with raw(path) as db:
        db.execute("UPDATE accounts SET closed = 1 WHERE id = ?", (club.stakes[0],))
    with pytest.raises(AccountClosed):
        await store.commit(pay("k", club.ann, club.stakes[0], 1, "copper.g4"))


async def test_a_key_pays_once(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    await store.commit(pay("k", ann, bob))
    with pytest.raises(AlreadyDone) as refusal:
        await store.commit(SaveSetting(GUILD, "x", 1), pay("k", ann, bob))
    assert (refusal.value.kind, refusal.value.key) == ("transfer", "k")
    assert await store.settings(GUILD) == {}
    assert (await store.balances(bob))["copper.piece"] == 1


async def test_a_once_transfer_is_passed_over_and_the_rest_is_kept(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    once = Transfer("k", "test", [Move(ann, bob, "copper.piece", 1)], once=True)
    await store.commit(once)
    await store.commit(once, SaveSetting(GUILD, "x", 1))
    assert await store.settings(GUILD) == {"x": 1}
    assert (await store.balances(bob))["copper.piece"] == 1


async def test_a_unit_is_kept_whole_or_not_at_all(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    before = await store.balances_of([ann, bob])
    with pytest.raises(NotEnough):
        await store.commit(
            pay("first", ann, bob, 10),
            AuditEntry(GUILD, ann, "paid"),
            Transfer(
                "second",
                "test",
                [Move(bob, ann, "copper.piece", 3), Move(bob, ann, "copper.piece", 8)],
            ),
        )
    assert await store.balances_of([ann, bob]) == before
    assert await store.audit_log(GUILD) == []
    await store.commit(pay("first", ann, bob, 10))


async def test_a_refused_fact_takes_back_the_money_of_its_unit(store: Store, club: Club) -> None:
    before = await store.balances(club.ann)
    with pytest.raises(Refused):
        await store.commit(
            pay("k", club.ann, club.bob, 1, "copper.g4"), SaveTable(club.table.id, phase="nowhere")
        )
    assert await store.balances(club.ann) == before


async def test_history_is_newest_first_and_in_pages(store: Store, clock: Clock) -> None:
    ann, bob = await purse_with(store, 1, copper=100), await purse_with(store, 2)
    for n in range(1, 8):
        clock.now += 1
        await store.commit(
            Transfer(
                f"k{n}",
                "tip",
                [
                    Move(ann, bob, "copper.piece", n),
                    Move(ann, bob, "copper.piece", 1),
                ],
                memo={"n": n},
            )
        )
    first = await store.history(ann, limit=4)
    assert [line.memo["n"] for line in first] == [7, 6, 5, 4]
    assert first[0].change == {"copper.piece": -8}
    assert (first[0].at, first[0].kind) == (clock.now, "tip")
    rest = await store.history(ann, limit=5, before=first[-1].id)
    assert [line.kind for line in rest] == ["tip", "tip", "tip", "gift", "welcome"]
    assert (await store.history(bob, limit=1))[0].change == {"copper.piece": 8}
    assert await store.history(999) == []


async def test_what_comes_and_goes_in_one_transfer_changes_nothing(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    out, back = Move(ann, bob, "copper.piece", 3), Move(bob, ann, "copper.piece", 3)
    await store.commit(Transfer("k", "test", [out, back]))
    assert (await store.history(ann))[0].change == {}


async def test_what_is_saved_is_what_the_writes_were(store: Store) -> None:
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    moves, memo = [Move(ann, bob, "copper.piece", 1)], {"why": "before"}
    async with held(store):
        saving = asyncio.ensure_future(store.commit(Transfer("k", "test", moves, memo)))
        await store.balances(ann)  # meanwhile the facts are handed over, and wait
        moves.append(Move(ann, bob, "copper.piece", 5))
        memo["why"] = "after"
    await saving
    assert (await store.history(ann))[0].memo == {"why": "before"}
    assert (await store.balances(bob))["copper.piece"] == 1


# ---- going round the Python code


@pytest.fixture
async def accounts(store: Store) -> tuple[int, int, int]:
    """Mint, a purse with ten pieces, and a purse with none."""
    ann, bob = await purse_with(store, 1, copper=10), await purse_with(store, 2)
    return await store.mint(GUILD), ann, bob


_TRANSFER = "INTO transfers (id, key, kind, at, memo)"
_LEG = "INTO legs (transfer, n, giver, taker, unit, amount) VALUES (?, ?, ?, ?, ?, ?)"


@pytest.mark.parametrize(
    "verb",
    [
        "INSERT",
        *(on_sqlite(f"INSERT OR {word}") for word in ("ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK")),
    ],
)
@pytest.mark.parametrize(
    ("giver", "taker", "unit", "amount"),
    [
        (1, 2, "copper.piece", 11),
        (1, 2, "gold.piece", 1),
        (1, 2, "copper.piece", 0),
        (1, 2, "copper.piece", -1),
        (1, 2, "copper.piece", AMOUNT_CAP + 1),
        (1, 2, "copper.piece", "many"),
        (1, 1, "copper.piece", 1),
        (0, 1, "copper.piece", AMOUNT_CAP),
        (1, 3, "copper.piece", 1),
        (1, 2, "tin.piece", 1),
    ],
)
async def test_the_database_refuses_a_bad_leg(
    store: Store,
    path: Location,
    accounts: tuple[int, int, int],
    verb: str,
    giver: int,
    taker: int,
    unit: str,
    amount: int,
) -> None:
    numbers = (*accounts, 999)
    before = await store.balances_of(accounts)
    with raw(path) as db:
        db.execute(f"INSERT {_TRANSFER} VALUES (900, 'r', 'r', 1, '')")
        legs = db.execute("SELECT count(*) FROM legs").fetchone()
        try:
            db.execute(f"{verb} {_LEG}", (900, 0, numbers[giver], numbers[taker], unit, amount))
        except ConstraintViolation:
            pass
        else:  # OR IGNORE is silent where a plain CHECK says no, and keeps nothing
            assert verb == "INSERT OR IGNORE"
        assert db.execute("SELECT count(*) FROM legs").fetchone() == legs
    assert await store.balances_of(accounts) == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfers SET memo = '{}'",
        "DELETE FROM transfers",
        "UPDATE legs SET amount = amount + 1",
        "DELETE FROM legs",
        "DELETE FROM accounts",
        on_sqlite(f"REPLACE {_TRANSFER} SELECT id, key, 'forged', at, memo FROM transfers"),
        on_sqlite(f"REPLACE {_TRANSFER} SELECT id, key || '!', 'forged', at, memo FROM transfers"),
        on_sqlite(f"REPLACE {_TRANSFER} SELECT id + 1000, key, kind, at, memo FROM transfers"),
        on_sqlite("REPLACE INTO legs SELECT transfer, n, giver, taker, unit, amount + 1 FROM legs"),
        on_sqlite("INSERT OR IGNORE INTO legs SELECT transfer, n, giver, taker, unit, 2 FROM legs"),
        on_postgres("TRUNCATE transfers CASCADE"),
        on_postgres("TRUNCATE legs"),
        on_postgres("TRUNCATE accounts CASCADE"),
        on_postgres(
            f"INSERT {_TRANSFER} SELECT id, key, 'forged', at, memo FROM transfers"
            " ON CONFLICT (id) DO UPDATE SET kind = excluded.kind"
        ),
        on_postgres(
            "INSERT INTO legs SELECT transfer, n, giver, taker, unit, 1 FROM legs"
            " ON CONFLICT (transfer, n) DO UPDATE SET amount = excluded.amount"
        ),
        on_postgres("UPDATE balances SET amount = 2000000000000"),
        "UPDATE balances SET amount = -1 WHERE may_owe = 0",
        "UPDATE balances SET may_owe = 1 WHERE may_owe = 0",
        "UPDATE accounts SET may_owe = 1",
        "UPDATE accounts SET kind = 'mint'",
        "INSERT INTO accounts (kind, guild_id, may_owe, opened) VALUES ('mint', 100, 1, 1)",
        "INSERT INTO accounts (kind, guild_id, may_owe, opened) VALUES ('member', 100, 1, 1)",
        "INSERT INTO accounts (kind, guild_id, may_owe, opened) VALUES ('bank', 100, 0, 1)",
        "INSERT INTO balances VALUES (999, 'copper.piece', 0, 1)",
    ],
)
async def test_the_database_refuses_to_rewrite_the_books(
    path: Location, store: Store, accounts: tuple[int, int, int], statement: str
) -> None:
    with raw(path) as db, pytest.raises(ConstraintViolation):
        db.execute(statement)
    assert await store.audit() == []


async def test_the_database_keeps_the_balances_itself(
    path: Location, store: Store, accounts: tuple[int, int, int]
) -> None:
    _, ann, bob = accounts
    with raw(path) as db:
        db.execute(f"INSERT {_TRANSFER} VALUES (900, 'by hand', 'fix', 1.0, '{{}}')")
        db.execute(
            f"{'INSERT' if is_postgres(path) else 'INSERT OR REPLACE'} {_LEG}",
            (900, 0, ann, bob, "copper.piece", 4),
        )
    assert (await store.balances(ann))["copper.piece"] == 6
    assert (await store.balances(bob))["copper.piece"] == 4
    assert await store.audit() == []
