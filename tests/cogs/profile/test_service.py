"""Profiles are counted from outcomes: who won what from whom, streaks, best days."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.profile.rows import KeepTotals
from cogs.profile.service import Profiles, best_at
from cogs.profile.totals import ProfileTotals, won_from
from db import Outcome
from db.backend.connection import Connection
from db.backend.unit_of_work import Unit
from games.engine import Chance, Seed
from games.engine import money as gems
from tests.helpers.tables import ANN, BOB, GUILD, a_room, defaults

ANN_S, BOB_S, CID_S = 1, 2, 3


def outcome(at: float, net: int, *, ranked: bool = True, member: int = ANN_S) -> Outcome:
    """An outcome of one match of Threes that paid so much."""
    return Outcome(1, member, "threes", at, None, int(ranked), int(net > 0), net, None, None, None)


def shared(nets: Mapping[int, int]) -> list[Outcome]:
    """The outcomes of a match by member."""
    return [outcome(1, net, member=member) for member, net in nets.items()]


def summed(*matches: Outcome) -> ProfileTotals:
    """Ann's totals after these matches."""
    totals = ProfileTotals()
    totals.add([each._replace(match=number) for number, each in enumerate(matches)], ANN_S)
    return totals


def test_a_loss_goes_to_those_who_won_by_what_they_won() -> None:
    assert won_from(shared({ANN_S: -30, BOB_S: 20, CID_S: 10}), ANN_S) == {BOB_S: -20, CID_S: -10}


def test_a_gain_comes_from_those_who_lost_by_what_they_lost() -> None:
    assert won_from(shared({ANN_S: 20, BOB_S: -30, CID_S: 10}), ANN_S) == {BOB_S: 20, CID_S: 0}


def test_among_members_who_paid_each_other_all_shares_add_up() -> None:
    luck = Chance(Seed("shares"))
    for _ in range(200):
        nets = [luck.below(40) - 20 for _ in range(4)]
        nets.append(-sum(nets))
        of_match = shared(dict(enumerate(nets)))
        for member, net in enumerate(nets):
            assert sum(won_from(of_match, member).values()) == pytest.approx(net)


def test_streaks_count_ranked_matches_alone() -> None:
    assert summed().streak == 0
    won_twice = summed(outcome(1, 5), outcome(2, -5), outcome(3, 5), outcome(4, 5))
    assert (won_twice.streak, won_twice.best_streak) == (2, 2)
    lost = summed(outcome(1, 5), outcome(2, -5), outcome(3, 5, ranked=False), outcome(4, 0))
    assert (lost.streak, lost.best_streak) == (-2, 1)


def test_matches_for_points_count_as_long_as_none_was_ranked() -> None:
    for_points = [outcome(1, 5, ranked=False), outcome(2, 0, ranked=False)]
    assert summed(*for_points).won_of == (1, 2)
    assert summed(*for_points, outcome(3, -5)).won_of == (0, 1)


def test_nobody_is_best_at_a_game_that_they_never_won() -> None:
    lost = outcome(2, -3)._replace(game="tiamat")
    assert [each.game for each in best_at(summed(outcome(1, 5), lost))] == ["threes"]
    assert best_at(summed(lost)) == ()


def test_the_best_day_is_the_one_that_paid_most() -> None:
    day = 86_400
    assert summed(outcome(10, -5)).best_day is None
    days = [outcome(10, 5), outcome(11, 99, ranked=False), outcome(day + 5, 4), outcome(day + 9, 4)]
    for later in ([], [outcome(2 * day, 3)], [outcome(2 * day, -3)]):
        found = summed(*days, *later).best_day
        assert found is not None
        assert found[1] == 8
        assert day <= found[0] < 2 * day


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(-9, 9), st.booleans()), max_size=12),
    st.integers(0, 12),
)
def test_kept_totals_go_on_as_if_they_were_added_up_again(
    played: list[tuple[int, int, bool]], kept: int
) -> None:
    matches = [
        outcome(hours * 20_000, net * sign, ranked=ranked, member=who)._replace(match=number)
        for number, (hours, net, ranked) in enumerate(sorted(played))
        for who, sign in ((ANN_S, 1), (BOB_S, -1))
    ]
    whole, parts = ProfileTotals(), ProfileTotals()
    whole.add(matches, ANN_S)
    parts.add(matches[: 2 * kept], ANN_S)
    parts = msgspec.json.decode(msgspec.json.encode(parts), type=ProfileTotals)
    parts.add(matches[2 * kept :], ANN_S)
    assert parts == whole


async def test_kept_totals_change_nothing_that_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.profile.service.WORTH_KEEPING", 2)
    async with a_room(tmp_path / "profile.db") as room:
        table = await room.open("barovian_boneyard", ANN, for_gembones=True)
        await table.seating.hand_over(ANN, True)
        profiles, member = Profiles(room.store), await room.account(ANN)
        for number in range(1, 6):
            await table.lifecycle.start(ANN)
            await defaults(room, table)
            shown = await profiles.of(GUILD, ANN.user_id)
            assert shown is not None
            assert shown.matches == number
            kept = await room.store.read(_row, member)
            assert (kept or 0) == number // 2 * 2, "they are kept after each second match"
        await room.store.run(_spoil, member)
        assert await profiles.of(GUILD, ANN.user_id) == shown, "another form is added up again"
        await table.force_close("")
        await room.store.delete_member(GUILD, ANN.user_id)
        await room.store.commit(KeepTotals(member, ProfileTotals()))
        assert await room.store.read(_row, member) is None, "nothing is kept of someone whose data is deleted"


def _row(db: Connection, member: int) -> int | None:
    """The matches in a member's kept totals."""
    row = db.execute("SELECT totals FROM profile_totals WHERE member = ?", (member,)).fetchone()
    return None if row is None else int(json.loads(row[0])["matches"])


def _spoil(unit: Unit, member: int) -> None:
    unit.db.execute('UPDATE profile_totals SET totals = \'{"matches": "many"}\' WHERE member = ?', (member,))


@pytest.mark.parametrize(
    ("game", "computers", "matches"),
    [("tiamat", 2, 1), ("barovian_boneyard", 0, 3), ("rogues_and_warriors", 2, 3)],
)
async def test_the_sum_is_what_the_purse_has_seen_at_tables(
    tmp_path: Path, game: str, computers: int, matches: int
) -> None:
    """Against computer players and the house too, though these count on no board of players."""
    async with a_room(tmp_path / "profile.db") as room:
        table = await room.open(game, ANN, computers=computers, for_gembones=True)
        await table.seating.hand_over(ANN, True)
        for _ in range(matches):
            await table.lifecycle.start(ANN)
            await defaults(room, table)
        owned = gems.worth(gems.of_base("copper", await room.owned(ANN)))
        profile = await Profiles(room.store).of(GUILD, ANN.user_id)
        assert profile is not None
        assert owned != 160
        assert profile.net == owned - 160


async def test_hidden_members_are_named_nowhere(tmp_path: Path) -> None:
    async with a_room(tmp_path / "profile.db") as room:
        table = await room.open("rogues_and_warriors", ANN, BOB)
        await table.lifecycle.start(ANN)
        await defaults(room, table)
        for _ in range(4):
            for person in (ANN, BOB):
                if table.session is None:
                    await table.lifecycle.again(person)
            await defaults(room, table)
        profiles = Profiles(room.store)
        shown = [await profiles.of(GUILD, person.user_id) for person in (ANN, BOB)]
        assert all(profile is not None and profile.matches == 5 for profile in shown)
        named = {rival.name for p in shown if p is not None for rival in (p.nemesis, p.friend) if rival}
        assert named, "somebody has won something"
        for person in (ANN, BOB):
            await profiles.hide(await room.account(person), True)
        shown = [await profiles.of(GUILD, person.user_id) for person in (ANN, BOB)]
        assert all(p is not None and p.hidden and p.nemesis is p.friend is None for p in shown)


async def test_who_has_not_played_has_no_profile(tmp_path: Path) -> None:
    async with a_room(tmp_path / "profile.db") as room:
        assert await Profiles(room.store).of(GUILD, ANN.user_id) is None
        await room.purse(ANN)
        assert await Profiles(room.store).of(GUILD, ANN.user_id) is None
