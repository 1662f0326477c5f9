"""Five friends stay together: three times Again, and five seats in each hand, whatever each of them presses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from bot.user_errors import UserError
from db.backend.names import Name
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play, play_out

FRIENDS = ("Ann", "Bob", "Cid", "Dot", "Eve")
GAMES = {"rogues_and_warriors": 30, "city_square": 100, "lucky_13": 20}
"""A quick game, a long one and one for gembones, with the seconds of their countdowns."""


def seats(evening: Evening, player: Player) -> int:
    """Return how many seats play in the running match."""
    session = evening.table(player.channel).session
    assert session is not None, "a match is on"
    return len(session.match.header.ring)


async def panel(evening: Evening, player: Player) -> str:
    """Return the words of a fresh hand panel."""
    await player.opens_hand()
    await evening.quiet()
    text: str = player.panel.text
    return text


@pytest.mark.parametrize(("game", "seconds"), GAMES.items())
async def test_five_friends_three_times_again(
    playground: Playground, tmp_path: Path, game: str, seconds: int
) -> None:
    """Ann is quick, Bob presses late, Cid opens How to play, Dot and Eve press nothing after a result."""
    clock, path = HandClock(), tmp_path / "friends.db"
    async with bot_on(playground, path, clock, gather=120.0) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await at_play(evening, game, FRIENDS)
        ann, bob, cid, dot, _ = players
        assert seats(evening, ann) == 5
        for player in players:
            await player.opens_hand()
        await play_out(evening, players, on_board=False)
        for _ in range(3):
            await ann.press("Again")
            await evening.quiet()
            assert evening.table(ann.channel).live.gather_until == clock.now() + seconds
            assert "The next hand starts" in ann.board.text
            assert "Not ready yet: **Bob**, **Cid**, **Dot** and **Eve**." in ann.board.text
            assert "Press Again if you're ready now." in await panel(evening, dot)
            clock.advance(seconds / 2)
            await evening.quiet()
            await cid.press("How to play")
            clock.advance(seconds / 2 - 1)
            await evening.quiet()
            await bob.press("Again")
            await evening.quiet()
            assert evening.table(ann.channel).session is None
            clock.advance(1)
            await evening.quiet()
            assert seats(evening, ann) == 5
            for player in players:
                await player.opens_hand()
            await play_out(evening, players, on_board=False)
        assert await evening.store.audit() == []


async def test_those_who_are_missed_are_mentioned_and_the_mention_goes(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path = HandClock(), tmp_path / "friends.db"
    async with bot_on(playground, path, clock, gather=120.0) as bot:
        evening = Evening(playground, path, clock, bot)
        ann, bob, cid = players = await at_play(evening, "rogues_and_warriors", FRIENDS[:3])
        await play_out(evening, players)
        await ann.press("Again")
        clock.advance(10)
        await evening.quiet()
        calls = [m for m in ann.channel.messages if "the next hand starts" in m.text and "<@" in m.text]
        assert sorted(f"<@{p.person.id}>" in m.text for m in calls for p in (bob, cid)) == [
            False, False, True, True,
        ]  # fmt: skip
        await bob.press("Again")
        await evening.quiet()
        assert [m.deleted for m in calls if f"<@{bob.person.id}>" in m.text] == [True]
        assert [m.deleted for m in calls if f"<@{cid.person.id}>" in m.text] == [False]
        await cid.press("Again")
        await evening.quiet()
        assert all(message.deleted for message in calls)
        assert seats(evening, ann) == 3


async def test_sitting_out_and_coming_back(evening: Evening, tavern: Any) -> None:
    ann, bob, cid = players = await at_play(evening, "rogues_and_warriors", FRIENDS[:3])
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert "Play again?" in await panel(evening, cid)
    said = await cid.press("Sit out until I'm back")
    assert "You're sitting out until you say that you're back." in said.text
    for player in (ann, bob):
        await player.press("Again")
        await evening.quiet()
    assert seats(evening, ann) == 2
    assert "You're sitting out. Press I'm back to be in the next hand." in await panel(evening, cid)
    back = await cid.person.press(cid.panel, "I'm back")
    assert "You're in the next hand." in back.text
    await play_out(evening, [ann, bob])
    await ann.press("Again")
    evening.clock.advance(4)
    await evening.quiet()
    assert seats(evening, ann) == 3


async def test_a_guest_proposes_and_the_host_plays_it_next_with_one_press(
    evening: Evening, tavern: Any
) -> None:
    ann, bob, cid = players = await at_play(evening, "rogues_and_warriors", FRIENDS[:3])
    await play_out(evening, players)
    for guest in (bob, cid):
        await guest.opens_hand()
        menu = await guest.press("Propose a game")
        assert "The host decides." in menu.text
        said = await guest.person.select(menu.message, "Game", ["threes"])
        assert "You've proposed Threes." in said.text
    assert "Bob and Cid propose **Threes** (about 4 min)." in await panel(evening, ann)
    assert "Play Threes next" not in [button.label for button in bob.panel.buttons]
    proposed = ["Again", "Play Threes next", "Not now", "More…"]
    assert [button.label for button in ann.panel.buttons] == proposed
    more = await ann.person.press(ann.panel, "More…")
    assert more.message is not None
    assert "Share" in [button.label for button in more.message.buttons]
    await ann.opens_hand()
    await ann.person.press(ann.panel, "Play Threes next")
    await evening.quiet()
    table = evening.table(tavern)
    assert table.state.game == "threes"
    assert table.live.gather_until is not None
    evening.clock.advance(4)
    await evening.quiet()
    assert seats(evening, ann) == 3
    assert table.state.progress.proposals == {}, "they end with the next match"


async def test_during_a_hand_a_member_sits_out_the_next_one_and_comes_back(
    evening: Evening, tavern: Any
) -> None:
    ann, bob, cid = players = await at_play(evening, "rogues_and_warriors", FRIENDS[:3])
    for player in players:
        await player.opens_hand()
    said = await cid.press("Sit out a hand")
    assert "You're sitting out the next hand" in said.text
    assert seats(evening, ann) == 3, "the present one goes on"
    assert "sitting out next" in cid.panel.text
    more: Any = await cid.person.press(cid.panel, "More…")
    assert "Sit out a hand" not in [button.label for button in more.message.buttons]
    back = await cid.person.press(more.message, "I'm back")
    assert "You're in the next hand." in back.text
    await cid.press("Sit out a hand")
    await evening.quiet()
    await play_out(evening, players)
    for player in (ann, bob):
        await player.press("Again")
        await evening.quiet()
    assert seats(evening, ann) == 2
    await play_out(evening, [ann, bob])
    for player in players:
        await player.press("Again")
        await evening.quiet()
    assert seats(evening, ann) == 3, "it was one hand"


async def test_sitting_out_by_command(evening: Evening, tavern: Any) -> None:
    ann, bob, cid = players = await at_play(evening, "rogues_and_warriors", FRIENDS[:3])
    said = await cid.person.slash(tavern, "table sit-out", until_back=True)
    assert "You're sitting out until you say that you're back." in said.text
    assert cid.panel is said.message
    await play_out(evening, players)
    for player in (ann, bob):
        await player.press("Again")
        await evening.quiet()
    assert seats(evening, ann) == 2
    back = await cid.person.slash(tavern, "table back")
    assert "You're in the next hand." in back.text
    stranger = evening.playground.member("Dot")
    refused = await stranger.slash(tavern, "table sit-out")
    assert "You're watching." in refused.text


async def test_a_guest_proposes_during_a_hand(evening: Evening, tavern: Any) -> None:
    ann, bob = players = await at_play(evening, "rogues_and_warriors")
    for player in players:
        await player.opens_hand()
    menu = await bob.press("Propose a game")
    assert menu.kind == "update"
    said = await bob.person.select(menu.message, "Game", ["threes"])
    assert "You've proposed Threes." in said.text
    assert bob.panel is said.message
    await play_out(evening, players)
    assert "Bob proposes **Threes**" in await panel(evening, ann)


async def test_the_host_says_not_now_and_nobody_else_decides(evening: Evening, tavern: Any) -> None:
    ann, bob = await at_play(evening, "rogues_and_warriors")
    table = evening.table(tavern)
    await table.hosting.propose(Person(bob.person.id, Name("Bob")), "threes")
    with pytest.raises(UserError, match="I don't know that game"):
        await table.hosting.propose(Person(bob.person.id, Name("Bob")), "chess")
    await play_out(evening, [ann, bob])
    forged = await bob.person.press_raw(tavern, bob.board.id, f"t:{table.state.id}:playnext.threes")
    assert "Only the host, Ann, can do that." in forged.text
    old = await ann.person.press_raw(tavern, ann.board.id, f"t:{table.state.id}:playnext.dragon_hordes")
    assert "Too late" in old.text
    await ann.opens_hand()
    await ann.person.press(ann.panel, "Not now")
    await evening.quiet()
    assert table.state.progress.proposals == {}
    assert table.state.game == "rogues_and_warriors"


async def test_alone_after_the_others_have_gone_computers_are_one_press_away(
    evening: Evening, tavern: Any
) -> None:
    ann, bob = players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    await bob.person.slash(tavern, "table leave")
    await ann.press("Again")
    await evening.quiet()
    assert "Nobody else is here. Play with computers?" in await panel(evening, ann)
    await ann.person.press(ann.panel, "Play with computers")
    await evening.quiet()
    assert seats(evening, ann) == 4
