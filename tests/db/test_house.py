"""The house: funds, their daily level, and a reset of the money."""

from __future__ import annotations

import pytest

from cogs.leaderboard.rows import leaderboard
from db import (
    GUESTS,
    WELCOME,
    AuditEntry,
    BadMove,
    CloseMatch,
    Move,
    SaveSetting,
    SeatOutcome,
    Store,
    Transfer,
    Unknown,
)
from db.opening import Location, open_store
from tests.helpers.store import DAY, GUILD, Clock, Club, pay, purse_with


@pytest.mark.rule("GEM-R9")
async def test_one_fund_a_server_base_and_purpose(store: Store) -> None:
    named = [
        (guild, base, purpose)
        for guild in (1, 2)
        for base in ("copper", "gems")
        for purpose in ("boneyard", "rolled_gold", GUESTS)
    ]
    opened = [await store.fund(*name) for name in named]
    assert len(set(opened)) == len(named)
    assert [await store.fund(*name) for name in named] == opened
    with pytest.raises(Unknown):
        await store.fund(1, "tin", "boneyard")


@pytest.mark.rule("GEM-R9")
async def test_a_fund_is_raised_to_its_level_once_a_day(store: Store, clock: Clock) -> None:
    ann = await purse_with(store, 1)
    bank = await store.fund(GUILD, "copper", "boneyard")
    assert await store.balances(bank) == {}
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert await store.balances(bank) == {"copper.piece": 10_000}
    await store.commit(pay("lost", bank, ann, 4_000), pay("won", ann, bank, 1, "copper.g100"))
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert (await store.balances(bank))["copper.piece"] == 6_000
    clock.now += DAY
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert await store.balances(bank) == {"copper.piece": 9_900, "copper.g100": 1}


@pytest.mark.rule("GEM-R9")
async def test_a_larger_fund_stays_and_is_not_raised_later_that_day(store: Store, clock: Clock) -> None:
    ann = await purse_with(store, 1, copper=12_000)
    bank = await store.fund(GUILD, "copper", "boneyard")
    await store.commit(pay("in", ann, bank, 12_000))
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert await store.balances(bank) == {"copper.piece": 12_000}
    await store.commit(pay("out", bank, ann, 12_000))
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert await store.balances(bank) == {}
    clock.now += DAY
    await store.top_up(GUILD, "copper", "boneyard", 10_000)
    assert await store.balances(bank) == {"copper.piece": 10_000}


@pytest.mark.rule("GEM-R9")
async def test_the_day_turns_at_midnight_utc(store: Store, clock: Clock) -> None:
    clock.now = 20_000 * DAY - 1
    bank = await store.fund(GUILD, "copper", "boneyard")
    await store.top_up(GUILD, "copper", "boneyard", 10)
    await store.commit(pay("out", bank, await purse_with(store, 1), 10))
    clock.now += 1
    await store.top_up(GUILD, "copper", "boneyard", 10)
    assert await store.balances(bank) == {"copper.piece": 10}


async def test_a_fund_that_was_raised_today_is_not_written_again(store: Store, path: Location) -> None:
    fund = await store.fund(GUILD, "copper", "boneyard")
    mint = await store.mint(GUILD)
    await store.top_up(GUILD, "copper", "boneyard", 10)
    units = store.stats().units
    for _ in range(3):
        await store.top_up(GUILD, "copper", "boneyard", 10)
        assert await store.fund(GUILD, "copper", "boneyard") == fund
        assert await store.mint(GUILD) == mint
    assert store.stats().units == units
    await store.close()
    async with await open_store(path) as again:
        assert await again.fund(GUILD, "copper", "boneyard") == fund
        assert await again.mint(GUILD) == mint


async def test_a_level_is_not_negative(store: Store) -> None:
    with pytest.raises(BadMove):
        await store.top_up(GUILD, "copper", "boneyard", -1)


async def test_a_reset_starts_money_and_boards_anew(store: Store, club: Club, clock: Clock) -> None:
    mint, bank = await store.mint(GUILD), await store.fund(GUILD, "copper", "boneyard")
    elsewhere = await store.member(GUILD + 1, 1, "Ann")
    await store.top_up(GUILD, "copper", "boneyard", 500)
    await store.commit(
        Transfer("gift", "gift", [Move(mint, club.ann, "gold.g100", 9)]),
        pay("stake", club.bob, club.stakes[1], 1, "copper.g4"),
        CloseMatch(club.match, "ended", {}, [SeatOutcome(club.ann, 1, 90, 9)]),
    )
    await store.delete_member(GUILD + 1, 1)

    await store.reset_place(GUILD, club.ann)

    assert await store.balances(club.ann) == dict(WELCOME)
    assert await store.balances(club.bob) == dict(WELCOME)
    assert await store.balances(club.stakes[1]) == {"copper.g4": 1}
    assert await store.balances(bank) == {}
    assert await store.balances(elsewhere) == dict(WELCOME)
    assert await store.report(leaderboard, GUILD, "winnings") == ([], 0, 0)
    (line,) = await store.audit_log(GUILD)
    assert (line.action, line.actor, line.at) == ("reset", club.ann, clock.now)
    assert [entry.kind for entry in await store.history(club.ann)] == ["welcome", "reset", "gift", "welcome"]
    await store.top_up(GUILD, "copper", "boneyard", 500)
    assert await store.balances(bank) == {"copper.piece": 500}
    assert await store.audit() == []

    await store.reset_place(GUILD, None, welcome={"silver.g4": 2})
    assert await store.balances(club.bob) == {"silver.g4": 2}
    assert await store.audit() == []


async def test_what_is_won_after_a_reset_counts(store: Store, club: Club) -> None:
    await store.reset_place(GUILD, None)
    await store.commit(CloseMatch(club.match, "ended", {}, [SeatOutcome(club.ann, 1, 7, 0)]))
    lines, total, _ = await store.report(leaderboard, GUILD, "winnings")
    assert ([line.value for line in lines], total) == ([7], 1)


async def test_settings_are_kept_replaced_and_removed(store: Store) -> None:
    await store.commit(SaveSetting(GUILD, "base", "gold"), SaveSetting(GUILD, "decks", ["a", "b"]))
    await store.commit(SaveSetting(GUILD, "base", {"of": "silver"}))
    assert await store.settings(GUILD) == {"base": {"of": "silver"}, "decks": ["a", "b"]}
    await store.commit(SaveSetting(GUILD, "decks", None), SaveSetting(GUILD + 1, "base", 1))
    assert await store.settings(GUILD) == {"base": {"of": "silver"}}
    with pytest.raises(TypeError):
        await store.commit(SaveSetting(GUILD, "base", object()))
    with pytest.raises(ValueError, match="JSON"):
        await store.commit(SaveSetting(GUILD, "base", float("nan")))


async def test_the_audit_log_is_newest_first_and_in_pages(store: Store, club: Club) -> None:
    for n in range(5):
        await store.commit(AuditEntry(GUILD, club.ann, f"line {n}", {"n": n}))
    await store.commit(AuditEntry(GUILD + 1, None, "elsewhere"))
    first = await store.audit_log(GUILD, limit=3)
    assert [line.action for line in first] == ["line 4", "line 3", "line 2"]
    rest = await store.audit_log(GUILD, limit=3, before=first[-1].id)
    assert [line.detail for line in rest] == [{"n": 1}, {"n": 0}]
    with pytest.raises(Unknown):
        await store.commit(AuditEntry(GUILD, 999, "by nobody"))
