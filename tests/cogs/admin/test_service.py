"""The commands of admins, and their lines in the audit log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.places.settings import load_place_settings
from bot.user_errors import UserError
from db import CloseMatch, SaveTable
from tests.helpers.club import ANN, BOB, CHIEF, GUILD, Club


async def deeds(club: Club) -> list[str]:
    lines, names = await club.admin.audit(GUILD, CHIEF, limit=20)
    return [f"{names.get(line.actor or 0, 'house')}: {line.action}" for line in lines]


async def test_a_grant_comes_from_the_mint(club: Club) -> None:
    await club.hold(ANN)
    gift = await club.admin.grant(GUILD, CHIEF, ANN, "1g20 + 3 pieces", "gold", 1)
    assert gift.base == "gold"
    assert await club.holds(ANN, "gold") == "1g20 + 3 pieces"
    assert await deeds(club) == ["Chief: grant"]
    with pytest.raises(UserError, match="Got it already"):
        await club.admin.grant(GUILD, CHIEF, ANN, "1g20", "gold", 1)


@pytest.mark.parametrize("amount", ["a lot", "1g7", "999999999999g100 + 999999999999g100 + 9g4"])
async def test_a_grant_that_cannot_be_changes_nothing(club: Club, amount: str) -> None:
    await club.hold(ANN)
    with pytest.raises(UserError):
        await club.admin.grant(GUILD, CHIEF, ANN, amount, None, 1)
    assert await club.holds(ANN) == "nothing"
    assert await deeds(club) == []


async def test_limits_games_channels_and_base_are_kept_and_obeyed(club: Club) -> None:
    admin = club.admin
    await admin.limits(GUILD, CHIEF, 20, 40)
    await admin.games(GUILD, CHIEF, ["threes"])
    await admin.channels(GUILD, CHIEF, [7])
    await admin.base(GUILD, CHIEF, "silver")
    place_settings = await load_place_settings(club.store, GUILD)
    assert (place_settings.min_stake, place_settings.max_stake, place_settings.games) == (20, 40, ("threes",))
    assert (place_settings.channels, place_settings.start_base) == ((7,), "silver")
    assert await deeds(club) == ["Chief: base", "Chief: channels", "Chief: games", "Chief: limits"]
    asked = {"game": "threes", "channel": 7, "buy_in": 30}
    for wrong, reason in (
        ({"game": "rogues_and_warriors"}, "game_off"),
        ({"channel": 8}, "channel_off"),
        ({"buy_in": 50}, "buy_in_limits"),
    ):
        with pytest.raises(UserError) as caught:
            await open_like(club, {**asked, **wrong})
        assert caught.value.key == reason
    await open_like(club, asked)


async def open_like(club: Club, asked: dict[str, object]) -> None:
    await club.registry.open(
        GUILD,
        int(str(asked["channel"])),
        ANN,
        str(asked["game"]),
        settings={"buy_in": asked["buy_in"], "base": "silver"},
        place_settings=await load_place_settings(club.store, GUILD),
    )


async def test_all_games_ticked_means_all_that_will_come(club: Club) -> None:
    from games.registry import GAMES

    await club.admin.games(GUILD, CHIEF, list(GAMES))
    assert (await load_place_settings(club.store, GUILD)).games == ()
    with pytest.raises(UserError):
        await club.admin.games(GUILD, CHIEF, ["chess"])


async def test_swapped_limits_are_refused(club: Club) -> None:
    with pytest.raises(UserError) as caught:
        await club.admin.limits(GUILD, CHIEF, 40, 20)
    assert caught.value.key == "limits_swapped"


@pytest.mark.parametrize(
    "ask",
    [
        lambda club: club.admin.grant(GUILD, ANN, ANN, "1g100", None, 1),
        lambda club: club.admin.limits(GUILD, ANN, 5, 10),
        lambda club: club.admin.games(GUILD, ANN, []),
        lambda club: club.admin.channels(GUILD, ANN, []),
        lambda club: club.admin.base(GUILD, ANN, "gems"),
        lambda club: club.admin.funds(GUILD, ANN),
        lambda club: club.admin.audit(GUILD, ANN, limit=1),
        lambda club: club.admin.reset(GUILD, ANN),
    ],
)
async def test_whoever_is_no_admin_is_refused(club: Club, ask: Callable[[Club], Awaitable[object]]) -> None:
    with pytest.raises(UserError) as caught:
        await ask(club)
    assert caught.value.key == "not_admin"


@pytest.mark.rule("GEM-R9")
async def test_funds_are_told_by_base_and_game(club: Club) -> None:
    assert await club.admin.funds(GUILD, CHIEF) == {}
    await club.store.top_up(GUILD, "copper", "barovian_boneyard", 10_000)
    await club.store.top_up(GUILD, "gold", "guests", 500)
    await club.store.top_up(GUILD + 1, "gold", "guests", 700)
    funds = await club.admin.funds(GUILD, CHIEF)
    assert funds == {("copper", "barovian_boneyard"): 10_000, ("gold", "guests"): 500}


async def test_only_a_suspended_hand_is_resumed_or_refunded(club: Club) -> None:
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    with pytest.raises(UserError) as caught:
        await club.admin.refund(table, CHIEF)
    assert caught.value.key == "not_suspended"
    assert table.state.match_id is not None
    await club.store.commit(
        CloseMatch(table.state.match_id, "suspended", {}), SaveTable(table.state.id, phase="suspended")
    )
    table.state.phase, table.live.session = "suspended", None
    await club.admin.resume_suspended(table, CHIEF)
    assert (await club.store.match(table.state.match_id)).state == "playing"
    assert "Chief: resume" in await deeds(club)
    await table.persistence.suspend()
    await club.admin.refund(table, CHIEF)
    assert (await club.store.table(table.state.id)).phase == "lobby"
    assert "Chief: refund" in await deeds(club)
    await table.seating.leave(ANN)
    assert (await club.wallet.show(GUILD, ANN)).copper == 160


async def test_a_fresh_start_waits_for_open_tables(club: Club) -> None:
    await club.hold(ANN, gold_g100=3)
    table = await club.registry.open(GUILD, 77, ANN, "threes")
    with pytest.raises(UserError, match=r"1 tables? .*<#77>"):
        await club.admin.reset(GUILD, CHIEF)
    await table.lifecycle.close(ANN)
    await club.admin.base(GUILD, CHIEF, "silver")
    await club.admin.reset(GUILD, CHIEF)
    assert (await club.wallet.show(GUILD, ANN)).copper == 1_600
    assert (await deeds(club))[0] == "Chief: reset"
