"""A guest at a party's table: invited by the host, played by the house or by the host (PTY-R1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, play_out, sets, worth
from tests.helpers.parties import Host, begin, guest_of, party, play_both, worth_of

OTHERS_GUEST = "You aren't playing a guest here."


@pytest.mark.rule("PTY-R1", "PTY-R2", "PTY-02")
async def test_a_guest_joins_a_party_and_plays_with_the_houses_gembones(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    host: Any = ann.person
    await host.slash(tavern, "table open", game="lucky_13")
    await evening.quiet()
    await bob.press("Sit down")
    refused = await host.slash(tavern, "gembones guest", name="Baba Lysaga")
    assert "Lucky No. 13 with Blessings of the Tricksters" in refused.text
    await sets(host, tavern, {"Variants": ["blessings_of_the_tricksters"]})
    theirs: Any = bob.person
    assert "Only the host" in (await theirs.slash(tavern, "gembones guest", name="Strahd")).text
    joined = await host.slash(tavern, "gembones guest", name="Baba *Lysaga*")
    assert "Baba \\*Lysaga\\* takes seat 3" in joined.text
    assert "already has a guest" in (await host.slash(tavern, "gembones guest", name="Strahd")).text
    await evening.quiet()
    seat = evening.table(tavern).state.seats[2]
    assert (seat.policy, seat.computer) == ("guest", True)
    fund = await evening.store.fund(evening.playground.guild.id, "copper", "guests")
    await evening.store.top_up(evening.playground.guild.id, "copper", "guests", 10_000)
    before = await evening.store.balances(fund)
    for game in range(4):
        for player in (ann, bob) if game else (ann,):
            await player.press("Again" if game else "Start")
        await evening.quiet()
        await play_out(evening, [ann, bob])
    members = [await worth(evening, player) for player in (ann, bob)]
    after = await evening.store.balances(fund)
    assert worth_of(after) - worth_of(before) == 320 - sum(members)
    assert await evening.store.audit() == []


@pytest.mark.rule("PTY-R1", "PTY-02")
@pytest.mark.parametrize(
    ("game", "variant"),
    [("tripledip", "machaes_golden_pot"), ("lucky_13", "blessings_of_the_tricksters"), ("tiamat", "bahamut")],
)
async def test_the_host_plays_the_guest_beside_their_own_seat(
    evening: Evening, game: str, variant: str
) -> None:
    names = ("Ann", "Bob", "Cid")
    players = await party(evening, game, variant, *names)
    host = Host(evening, "Ann", players[0].channel)
    players[0] = host
    mine = await host.invites()
    assert "You play the guest, so this is for fun. Here's its hand." in mine.text
    assert "**Strahd's hand** · your guest" in mine.text
    await evening.quiet()
    assert "for fun while the host plays the guest" in host.board.text
    assert "4 **Strahd** (guest, played by Ann)" in host.board.text
    fund = await evening.store.fund(evening.playground.guild.id, "copper", "guests")
    await evening.store.top_up(evening.playground.guild.id, "copper", "guests", 10_000)
    before = worth_of(await evening.store.balances(fund))
    await begin(evening, host, players[1:])
    assert "Strahd** · " in host.board.text
    assert "played by Ann" in host.board.text
    await play_both(evening, host, players)
    rows = [row for row in (await evening.store.match(1)).rows if row.seat == 3]
    assert rows
    assert {row.by for row in rows} == {"player"}
    assert "You played for fun, so no money changed hands." in host.board.text
    assert [await worth(evening, player) for player in players] == [160, 160, 160]
    assert worth_of(await evening.store.balances(fund)) == before
    assert await evening.store.audit() == []
    assert guest_of(evening, host).policy is None, "the next game too"


@pytest.mark.in_english
@pytest.mark.rule("PTY-R1")
async def test_nobody_else_sees_or_plays_the_hosts_guest(evening: Evening) -> None:
    players = await party(evening, "tiamat", "bahamut", "Ann", "Bob", "Cid")
    host, bob = Host(evening, "Ann", players[0].channel), players[1]
    await host.invites()
    await begin(evening, host, players[1:])
    await play_both(evening, host, [host, *players[1:]], until="discard")
    await bob.opens_hand()
    table = evening.table(host.channel)
    assert table.session is not None
    [hand] = [line for line in host.guests_panel.text.splitlines() if line.startswith("Hand: ")]
    assert hand.count(",") == 4, "five cards"
    assert hand not in bob.panel.text
    assert hand not in host.board.text
    [ask] = table.session.match.asks_of(3)
    for press in (f"guest:{table.state.id}:hand", f"guest:{table.state.id}:me"):
        refused = await bob.person.press_raw(bob.channel, host.board.id, press)
        assert refused.ephemeral
        assert OTHERS_GUEST in refused.text or "Only the host, Ann, can do that." in refused.text
    stolen = await bob.person.press_raw(bob.channel, host.board.id, f"p:{table.state.id}:1:{ask.id}:[]")
    assert stolen.ephemeral
    assert not [row for row in (await evening.store.match(1)).rows if row.ask == ask.id]
    assert (await bob.person.press_raw(bob.channel, host.board.id, "guest:x:hand")).ephemeral
    assert (await bob.person.press_raw(bob.channel, host.board.id, f"guest:{table.state.id}:no")).ephemeral


@pytest.mark.rule("PTY-R1", "PTY-R2")
async def test_the_house_takes_the_guest_over_at_any_moment_and_the_host_between_games(
    evening: Evening,
) -> None:
    host, bob = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
    host = Host(evening, "Ann", host.channel)
    await host.invites()
    await begin(evening, host, [bob])
    await host.opens_guests_hand()
    panel = host.guests_panel
    handed = await host.person.press(panel, "Let the house play Strahd")
    assert "The house plays Strahd from now on." in handed.text
    await evening.quiet()
    assert "played by Ann" not in host.board.text
    assert guest_of(evening, host).policy == "guest"
    refused = await host.person.press_raw(host.channel, host.board.id, "guest:1:me")
    assert "You can do that once this hand is over." in refused.text
    await play_out(evening, [host, bob])
    shown = [m.text for m in host.person.ephemerals(host.channel) if m.id == panel.id]
    assert shown == ["The house plays Strahd from now on."], "its hand is nobody's any more"
    await host.opens_hand()
    back = await host.person.press(host.panel, "Play Strahd myself")
    assert "**Strahd's hand**" in back.text
    assert guest_of(evening, host).policy is None


@pytest.mark.rule("PTY-R1")
async def test_a_guest_whose_host_leaves_is_played_by_the_house(evening: Evening) -> None:
    host, bob = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
    host = Host(evening, "Ann", host.channel)
    await host.invites()
    await begin(evening, host, [bob])
    await host.opens_hand()
    await host.press("Leave")
    await evening.quiet()
    assert guest_of(evening, bob).policy == "guest"
    assert guest_of(evening, bob).person is None
    await play_out(evening, [bob])
    await bob.opens_hand()
    mine = await bob.person.press(bob.panel, "Play Strahd myself")
    assert "**Strahd's hand**" in mine.text, "Bob is the host now"
    await bob.press("Leave")
    await evening.quiet()


@pytest.mark.rule("PTY-R1")
async def test_the_hosts_guest_is_theirs_after_a_stop(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "guest.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
        host = Host(evening, "Ann", players[0].channel)
        await host.invites()
        assert "guest" not in guest_of(evening, host).record().state, (
            "no Discord id beside the one of the host's seat"
        )
        await host.press("Start")
        await evening.quiet()
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        host = Host(evening, "Ann", host.channel)
        players = [host, Player(evening, "Bob", host.channel)]
        for player in players:
            await player.opens_hand()
        assert "Strahd's hand" in (await host.opens_guests_hand()).text
        await play_both(evening, host, players)
        assert {row.by for row in (await evening.store.match(1)).rows if row.seat == 2} == {"player"}


@pytest.mark.rule("PTY-R1")
async def test_an_absent_hosts_guest_plays_by_the_clock_and_then_for_the_house(evening: Evening) -> None:
    players = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
    host = Host(evening, "Ann", players[0].channel)
    await host.invites()
    await begin(evening, host, players[1:])
    table = evening.table(host.channel)
    told = []
    while table.session is not None:
        evening.clock.advance(10)
        await evening.quiet()
        told += [m.text for m in host.channel.messages if "it's Strahd's turn" in m.text]
    assert told, "who plays the guest is mentioned when it is the guest's turn"
    assert guest_of(evening, host).policy == "guest"


async def test_a_guest_is_one_while_the_table_has_a_seat_for_one(evening: Evening) -> None:
    players = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
    host = Host(evening, "Ann", players[0].channel)
    await host.invites()
    await evening.quiet()
    assert (
        "already has a guest"
        in (await host.person.slash(host.channel, "gembones guest", name="Rahadin")).text
    )
    await sets(host.person, host.channel, {"Variants": ["tymoras_bold_blessing"]})
    await evening.quiet()
    seat = evening.table(host.channel).state.seats[2]
    assert (seat.invited, seat.person, seat.policy) == (False, None, "regular")
    assert "3 **Strahd** (computer)" in host.board.text


async def test_a_guest_may_be_the_hosts_from_the_first(evening: Evening) -> None:
    players = await party(evening, "tripledip", "machaes_golden_pot", "Ann", "Bob")
    reply = await players[0].person.slash(players[0].channel, "gembones guest", name="Strahd", mine=True)
    assert reply.text.startswith(
        "Strahd takes seat 3. You play the guest, so this is for fun. Here's its hand."
    )
    assert guest_of(evening, players[0]).person == players[0].person.id


async def test_an_invitation_that_cannot_be_is_refused_before_a_name_is_asked(evening: Evening) -> None:
    players = await party(evening, "tiamat", "bahamut", "Ann", "Bob", "Cid", "Dot")
    host = players[0]
    full = await host.press("Invite a guest")
    assert full.modal is None
    assert "All 4 seats are taken" in full.text
    theirs = await players[1].press("Invite a guest")
    assert "Only the host, Ann, can do that." in theirs.text


@pytest.mark.rule("PTY-R1", "PTY-R2")
async def test_a_guest_whose_host_leaves_before_the_game_is_the_houses_too(evening: Evening) -> None:
    players = await party(evening, "lucky_13", "blessings_of_the_tricksters", "Ann", "Bob")
    host = Host(evening, "Ann", players[0].channel)
    await host.invites()
    await host.person.slash(host.channel, "table leave")
    await evening.quiet()
    seat = guest_of(evening, players[1])
    assert (seat.policy, seat.person) == ("guest", None)
    assert "3 **Strahd** (guest of the house)" in players[1].board.text
