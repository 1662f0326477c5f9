"""The Activity beside the chat: members on pages and members with buttons, at one table."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import socket
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from activity.connection import MALFORMED
from activity.identity import ASKED_AGAIN, AWAY, BUSY, NOT_THERE, SESSION_LIFE
from activity.messages import AT_ONCE, MemberPace
from activity.server import ELSEWHERE, MOST_OF_A_MEMBER, ActivityServer
from bot.tables.question_clocks import BEAT
from games import registry
from games.engine import Chance, IllegalAnswer, Prompt
from games.registry import GAMES
from playground.world.clock import PATIENCE
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import Page, Served, activity_of, words_of
from tests.helpers.activity_players import PagePlayer
from tests.helpers.clicking import Player, at_play, sat_down
from tests.helpers.random_matches import SOAK, cases, luck_of

EACH_KIND = (
    *("rogues_and_warriors", "city_square", "dragon_hordes", "barovian_boneyard"),
    *("tripledip", "fireball", "burn_my_village", "tavern"),
)
"""Games that ask between them in every way there is, with every clock; a soak plays the others at pages too."""
ADDING = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.fixture
async def served(evening: Evening) -> AsyncIterator[Served]:
    """The Activity of the evening's bot."""
    async with activity_of(evening.playground, evening.bot) as found:
        yield found


async def test_a_table_is_opened_and_started_from_a_page(served: Served, tavern: Any) -> None:
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        assert ann.view["table"]["phase"] == "closed"
        assert (await ann.do("open", game="threes"))["t"] == "taken"
        await bob.until(lambda: bob.view["table"]["phase"] == "lobby")
        assert [control["what"] for control in bob.view["controls"] if control["place"] == "primary"] == [
            "sit"
        ]
        assert words_of((await bob.do("sit"))["words"]) == "You're in seat 2."
        refused = await bob.do("setting", name="pace", value="fast")
        assert refused["t"] == "refused"
        assert words_of(refused["words"]) == "Only the host, Ann, can do that."
        assert (await ann.do("setting", name="pace", value="fast"))["t"] == "taken"
        assert (await ann.do("start"))["t"] == "taken"
        await ann.until(lambda: ann.view["table"]["phase"] == "playing")
        await bob.until(lambda: bob.view["table"]["phase"] == "playing")


async def test_a_page_that_is_back_before_its_server_is_known_finds_its_table(
    evening: Evening, served: Served, tavern: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart pages may come back before Discord has sent the servers, when the bot seems to be in none."""
    await at_play(evening, "rogues_and_warriors")
    with monkeypatch.context() as unknown:
        unknown.setattr(evening.bot, "is_in_server", lambda guild_id: False)
        async with served.page("Ann", tavern) as ann:
            assert ann.view["table"]["phase"] == "closed"
            unknown.undo()
            evening.bot.dispatch("guild_available", evening.bot.get_guild(evening.playground.guild.id))
            await ann.until(lambda: ann.view["table"]["phase"] == "playing")


@pytest.mark.parametrize("game", GAMES if SOAK > 1 else EACH_KIND)
async def test_two_on_pages_and_one_in_the_chat_play_to_the_end(
    evening: Evening, served: Served, tavern: Any, game: str
) -> None:
    players = await sat_down(evening, game, ("Ann", "Bob", "Cid"), computers=1)
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        assert (await ann.do("start"))["t"] == "taken"
        at_pages = {0: PagePlayer("Ann", ann), 1: PagePlayer("Bob", bob)}
        await _play_out(evening, tavern, at_pages, players[2])
        for page in (ann, bob):
            await page.until(lambda page=page: page.view["table"]["phase"] == "over")
            assert page.view["result"]["over"]
            assert {row["seat"] for row in page.view["result"]["rows"]} >= {0, 1, 2}
        assert await evening.store.audit() == []


async def _play_out(evening: Evening, channel: Any, at_pages: dict[int, PagePlayer], in_chat: Player) -> None:
    """Play the match to its end: each seat answers where its member is."""
    table = evening.table(channel)
    await evening.quiet()
    while table.session is not None:
        asks = [ask for ask in table.session.match.open.values() if not ask.answered]
        if any(ask.prompt.clock == "race" for ask in asks):
            evening.clock.advance(4.0)
            await evening.quiet()
            if table.session is None:
                break
        asked = sorted({ask.seat for ask in asks if ask.prompt.clock != "none"} & {*at_pages, 2})
        if not asked:
            evening.clock.advance(BEAT)
        elif asked[0] in at_pages:
            answer = await at_pages[asked[0]].acts()
            assert answer["t"] == "taken", words_of(answer["words"])
        else:
            await in_chat.acts()
        await evening.quiet()


@pytest.mark.in_english
async def test_a_game_of_an_outside_package_is_played_at_pages(
    evening: Evening, served: Served, tavern: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The game that the docs bring by a package: nothing of the page was written for it."""
    source = re.search(r"```python\n(.*?)```", ADDING.read_text("utf-8"), re.DOTALL)
    assert source is not None
    (tmp_path / "dicenight_high_die.py").write_text(source[1], "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    brought = importlib.import_module("dicenight_high_die")
    # as its entry point does
    monkeypatch.setitem(registry._games, "high_die", brought.HighDie())
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        games = controls_of(ann, "open")["asks"]["options"]
        assert "High Die" in [option["words"] for option in games]
        assert (await ann.do("open", game="high_die"))["t"] == "taken"
        assert (await bob.do("sit"))["t"] == "taken"
        assert (await ann.do("start"))["t"] == "taken"
        for name, page in (("Ann", ann), ("Bob", bob)):
            assert (await PagePlayer(name, page).acts())["t"] == "taken"
        for page in (ann, bob):
            await page.until(lambda page=page: page.view["table"]["phase"] == "over")
            assert words_of(page.view["result"]["headline"]).endswith("has the highest die")


def controls_of(page: Page, what: str) -> Any:
    """Return the control of a page that does this."""
    return next(control for control in page.view["controls"] if control["what"] == what)


# ---- presses


async def test_a_press_that_is_sent_again_counts_once(evening: Evening, served: Served, tavern: Any) -> None:
    await at_play(evening, "rogues_and_warriors", ("Ann", "Bob"))
    table = evening.table(tavern)
    async with AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(served.page(name, tavern)) for name in ("Ann", "Bob")]
        page = next(page for page in pages if page.view["prompts"])
        prompt = next(iter(page.view["prompts"].values()))
        answer = prompt["options"][0]["answer"]
        press, match = str(uuid.uuid4()), page.view["table"]["match"]
        assert (await page.press(prompt["id"], answer, press))["t"] == "taken"
        assert table.session is not None
        rows = len(table.session.match.rows)
        # the page has not heard of it, and comes back, perhaps to a process that has just begun
        again = {"t": "press", "press": press, "match": match, "ask": prompt["id"], "answer": answer}
        assert (await page._ask(again))["t"] == "taken"
        assert isinstance(served.server, ActivityServer)
        served.server._taken._answers.clear()
        assert (await page._ask(again))["t"] == "taken"
        other = {**again, "press": str(uuid.uuid4())}
        assert words_of((await page._ask(other))["words"]).startswith("Too late, the game has moved on")
        assert len(table.session.match.rows) == rows


async def test_chat_and_page_see_the_same_moment(evening: Evening, served: Served, tavern: Any) -> None:
    ann, bob = await at_play(evening, "rogues_and_warriors", ("Ann", "Bob"))
    async with served.page("Ann", tavern) as first, served.page("Dot", tavern) as watching:
        table = evening.table(tavern)
        assert table.session is not None
        asked = next(iter(table.session.match.open.values())).seat
        await (ann, bob)[asked].acts()
        await evening.quiet()
        view = await table.view()
        assert view.scene is not None
        await first.until(lambda: words_of(first.view["happened"]) != "")
        await watching.until(lambda: first.view["log"][-1] == watching.view["log"][-1])
        assert not watching.view["prompts"]
        assert watching.view["me"] is None
        hands = [block for block in watching.view["blocks"].values() if block.get("name") == "hand"]
        assert {item for hand in hands for item in hand["items"]} == {"back"}


@pytest.mark.parametrize("stack_of", ["one", "all"])
async def test_a_message_is_painted_slowly_while_everyone_is_at_a_page(
    evening: Evening, served: Served, tavern: Any, stack_of: str
) -> None:
    await at_play(evening, "threes", ("Ann", "Bob"))
    table = evening.table(tavern)
    async with AsyncExitStack() as stack:
        for name in ("Ann", "Bob") if stack_of == "all" else ("Ann",):
            await stack.enter_async_context(served.page(name, tavern))
        assert table.followed_elsewhere is (stack_of == "all")
    await evening.quiet()
    assert not table.followed_elsewhere


# ---- forgeries


def _forged(luck: Chance, page: Page, evening: Evening, tavern: Any) -> str:
    """Return a frame that no page of ours would send now, and that must do nothing."""
    session = evening.table(tavern).session
    assert session is not None
    match, own = page.view["table"]["match"], page.view["me"]
    asks = list(session.match.open.values())
    ask = luck.choice(asks)
    press = str(uuid.UUID(int=luck.below(1 << 30)))
    answer: Any = luck.choice(ask.prompt.legal(luck))
    frame: dict[str, Any] = {"t": "press", "press": press, "match": match, "ask": ask.id, "answer": answer}
    match luck.below(8):
        case 0:
            frame["match"] = match + 1 + luck.below(5)
        case 1:
            frame["ask"] = ask.id + 1_000 + luck.below(1_000)
        case 2:
            theirs = [other for other in asks if other.seat != own]
            frame["ask"] = luck.choice(theirs).id if theirs else 999_999
        case 3:
            frame["answer"] = _illegal(luck, ask.prompt)
        case 4:
            return json.dumps({**frame, "press": luck.choice(["", "x", None, 7, "§" * 40])})
        case 5:
            return luck.choice(["", "{", "[]", "null", "\x00", '{"t":"press"}', "9" * 300, "[" * 2000])
        case 6:
            given: dict[str, Any] = {
                "seat": luck.below(9) - 3,
                "name": "free",
                "value": "fun",
                "game": "threes",
            }
            what = luck.choice(
                ["kick", "start", "", "setting", "close", "strength", "take", "play_next", "open"]
            )
            return json.dumps({"t": "do", "press": press, "what": what, "with": given})
        case _:
            frame = {**frame, "seat": 0, "by": "table", "user_id": 1, "ask": -1}
    return json.dumps(frame)


def _illegal(luck: Chance, prompt: Prompt) -> Any:
    """Return an answer that the rules refuse."""
    strange: list[Any] = [
        None, True, False, -1, 1.5, 10**15, "", "nothing at all", [], [[]], [0, 0], [-1], [99], {}, {"amount": 1},
        ["x", 0, []], ["", 0, [[99]]], [[0, 0], [9, 9]], "call ", "FOLD", [True], ["0"],
    ]  # fmt: skip
    while True:
        answer = luck.choice(strange)
        try:
            prompt.check(answer)
        except IllegalAnswer:
            return answer


async def _opened(page: Page) -> Page:
    await page.open()
    return page


@pytest.mark.parametrize("game", GAMES)
async def test_a_forged_frame_does_nothing(evening: Evening, served: Served, tavern: Any, game: str) -> None:
    low, _ = GAMES[game].limits(GAMES[game].options())
    await at_play(evening, game, ("Ann", "Bob", "Cid", "Eve")[: max(2, low)])
    table, luck = evening.table(tavern), luck_of("forged", game)
    assert table.session is not None
    rows, settings = list(table.session.match.rows), table.state.settings
    seats = {number: (seat.user_id, seat.policy) for number, seat in table.state.seats.items()}
    # Bob hosts nothing, Dot has no seat
    for name in ("Bob", "Dot"):
        page = await _opened(served.page(name, tavern))
        for _ in cases(10, long=1_000):
            if page.is_gone:
                await page.close()
                page = await _opened(served.page(name, tavern))
            answers = await page.after(_forged(luck, page, evening, tavern))
            assert all(frame["t"] in ("refused", "gone") for frame in answers), answers
        await page.close()
    assert table.session.match.rows == rows
    assert table.state.settings == settings
    assert {n: (seat.user_id, seat.policy) for n, seat in table.state.seats.items()} == seats


async def test_only_a_session_opens_a_socket(served: Served, tavern: Any) -> None:
    good = served.session("Ann", tavern)
    cellar = served.playground.guild.channel("cellar")
    for session, then in (
        ("", "session"),
        (good[:-4], "session"),
        (good.swapcase(), "session"),
        (served.session("Ann", tavern, until=served.now - 1), "session"),
        (served.session("Ann", tavern, channel_id=cellar.id), "never"),
        (served.session("Ann", tavern, user_id=served.playground.member("Eve").id), "never"),
        (served.session("Ann", tavern, instance_id="i-1-gc-2-3"), "never"),
    ):
        page = Page(served, session)
        await page.open()
        assert page.frames[-1]["t"] == "gone"
        assert page.frames[-1]["then"] == then
        assert not page.view
        await page.close()


async def test_a_command_that_an_admin_has_taken_is_not_reached_by_the_page(
    evening: Evening, served: Served, tavern: Any
) -> None:
    """Discord keeps such a member from `/table open`, and the page doesn't open a table for them either."""
    playground, guild = evening.playground, evening.playground.guild
    permit = playground.commands.permit
    bob, everyone = playground.member("Bob").member_of(guild), guild.everyone
    wards = playground.world.add_role(guild, "Wards")
    cellar = guild.channel("cellar")
    async with served.page("Bob", tavern) as page:

        async def opens() -> bool:
            frame = await page.do("open", game="threes")
            if frame["t"] == "taken":
                await playground.member("Bob").slash(tavern, "table close")
                await page.until(lambda: page.view["table"]["phase"] == "closed")
                return True
            assert "An admin has switched /table off for you here" in words_of(frame["words"])
            return False

        permit(guild, "table", cellar, False)
        assert await opens(), "another channel"
        permit(guild, "table", everyone, False)
        assert not await opens()
        permit(guild, "table", bob, True)
        assert await opens(), "an exception for the member goes first"
        permit(guild, "table", bob, False)
        assert not await opens()
        permit(guild, "table", wards, True)
        assert not await opens()
        permit(guild, "table", bob, True)
        permit(guild, "table", tavern, False)
        assert not await opens(), "the channel"
    async with served.page("Ann", tavern) as ann:
        assert (await ann.do("open", game="threes"))["t"] == "taken", "an administrator"


async def test_a_member_has_a_few_pages_and_no_more(served: Served, tavern: Any) -> None:
    async with AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(served.page("Ann", tavern)) for _ in range(MOST_OF_A_MEMBER + 1)
        ]
        await pages[0].until(lambda: pages[0].is_gone)
        assert words_of(pages[0].frames[-1]["words"]) == ELSEWHERE
        assert not any(page.is_gone for page in pages[1:])


async def test_pages_of_a_member_that_come_at_once_are_a_few_and_no_more(served: Served, tavern: Any) -> None:
    async with AsyncExitStack() as stack:
        pages = [served.page("Ann", tavern) for _ in range(4 * MOST_OF_A_MEMBER)]
        await asyncio.gather(*(stack.enter_async_context(page) for page in pages))
        assert len(served.pages) == MOST_OF_A_MEMBER
        await _until(lambda: sum(page.is_gone for page in pages) == 3 * MOST_OF_A_MEMBER)


async def test_sockets_that_say_nothing_are_a_few_and_no_more(
    served: Served, tavern: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("activity.server.MOST_AT_THE_DOOR", 2)
    async with AsyncExitStack() as stack:
        silent = [served.page("Ann", tavern) for _ in range(3)]
        for page in silent:
            stack.push_async_callback(page.close)
            await page.open(hello=False)
        await silent[0].until(lambda: silent[0].is_gone)
        assert not any(page.is_gone for page in silent[1:])
        bob = await stack.enter_async_context(served.page("Bob", tavern))
        assert bob.view, "members come in, whoever stands at the door"


async def test_more_pages_than_a_process_serves_are_asked_to_come_again(
    served: Served, tavern: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("activity.server.MOST_PAGES", 1)
    async with served.page("Ann", tavern) as ann, served.page("Bob", tavern) as bob:
        assert bob.frames[-1]["then"] == "again"
        assert words_of(bob.frames[-1]["words"]) == BUSY
        assert not ann.is_gone


async def test_a_page_that_sends_rubbish_is_closed(served: Served, tavern: Any) -> None:
    page = served.page("Ann", tavern)
    await page.open()
    for _ in range(20):
        if not page.is_gone:
            await page.send_raw("rubbish")
            await asyncio.sleep(0)
    await page.until(lambda: page.is_gone)
    assert words_of(page.frames[-1]["words"]) == MALFORMED
    await page.close()


async def test_a_page_is_closed_once_discord_no_longer_vouches_for_its_member(
    evening: Evening, served: Served, tavern: Any
) -> None:
    """However long its socket has been open: who has left the Activity or the server watches no longer."""
    playground = evening.playground
    await at_play(evening, "threes", ("Ann", "Bob"))
    async with (
        served.page("Ann", tavern) as ann,
        served.page("Dot", tavern) as left,
        served.page("Eve", tavern) as removed,
    ):
        activities = playground.world.activities
        instance = activities.find(tavern)
        assert instance is not None
        activities.leave(playground.member("Dot").user, instance)
        playground.world.leave(playground.guild.members[playground.member("Eve").id])
        evening.clock.advance(ASKED_AGAIN)
        for page in (left, removed):
            await page.until(lambda page=page: page.is_gone)
            assert page.frames[-1] == {"t": "gone", "words": [NOT_THERE], "then": "session"}
        for _ in range(4):
            evening.clock.advance(ASKED_AGAIN)
            await evening.quiet()
        assert (await ann.do("settings", open=True))["t"] == "taken", (
            "who is there goes on, without a new pass"
        )
        assert not ann.is_gone
        [connection] = served.pages
        assert connection.session.until == evening.clock.now() + SESSION_LIFE


async def test_a_page_outlives_discords_silence_until_its_pass_is_over(
    evening: Evening, served: Served, tavern: Any
) -> None:
    faults = evening.playground.faults
    async with served.page("Ann", tavern) as ann:
        faults.lose_answer("GET", "activity-instances")
        for _ in ("silent", "back"):
            evening.clock.advance(ASKED_AGAIN)
            await evening.quiet()
        faults.lose_answer("GET", "activity-instances", times=9)
        for _ in range(int(SESSION_LIFE / ASKED_AGAIN)):
            assert not ann.is_gone
            evening.clock.advance(ASKED_AGAIN)
            await evening.quiet()
        await ann.until(lambda: ann.is_gone)
        assert ann.frames[-1] == {"t": "gone", "words": [AWAY], "then": "session"}
        faults.clear()


async def test_a_page_loses_a_private_table_with_a_kick(
    evening: Evening, served: Served, tavern: Any
) -> None:
    ann, bob, dot = (evening.playground.member(name) for name in ("Ann", "Bob", "Dot"))
    await sat_down(evening, "threes", ("Ann", "Bob", "Dot"))
    await ann.slash(tavern, "table private")
    await evening.quiet()
    [thread] = evening.playground.guild.threads.values()
    async with served.page("Dot", thread) as page, served.page("Bob", thread) as other:
        assert page.view["table"]["phase"] == "lobby"
        await ann.slash(thread, "table kick", member=dot)
        await page.until(lambda: page.view["table"]["phase"] == "closed")
        refused = await page.do("sit")
        assert refused["t"] == "refused"
        assert "Ann" not in str(page.view)
        assert other.view["table"]["phase"] == "lobby"
        # Discord has let them go, too: the pass that they have opens no other page there
        again = Page(served, page.session)
        evening.clock.advance(ASKED_AGAIN)
        await page.until(lambda: page.is_gone)
        await again.open()
        assert again.frames[-1]["t"] == "gone"
        assert not again.view
        await again.close()
        await bob.slash(thread, "table leave")


async def test_a_slow_reader_gets_the_newest_state_and_no_queue(
    evening: Evening, served: Served, tavern: Any
) -> None:
    """Its socket takes nothing more for a while, and the table goes on; then one frame brings it to the end."""
    players = await at_play(evening, "rogues_and_warriors", ("Ann", "Bob"))
    table = evening.table(tavern)
    page = served.page("Dot", tavern)
    await page.open()
    [connection] = [each for each in served.pages if each.session.name == "Dot"]
    blocked = asyncio.Event()
    send = connection._send

    async def slow(frame: bytes) -> None:
        await blocked.wait()
        await send(frame)

    connection._send = slow  # type: ignore[method-assign]
    frames, version = len(page.sizes), table.version
    while table.session is not None and table.version < version + 12:
        asks = [ask for ask in table.session.match.open.values() if not ask.answered]
        await players[asks[0].seat].acts()
        await evening.quiet()
    blocked.set()
    newest = await table.view()
    assert newest.scene is not None
    await page.until(lambda: page.view["table"]["phase"] == ("over" if newest.scene.over else "playing"))
    await page.until(lambda: len(page.sizes) >= frames + 2)
    # the one that was under way, and the newest
    assert len(page.sizes) == frames + 2
    await page.close()


async def _until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds that no event tells of."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if condition():
                return
            await asyncio.sleep(0)


def _frame(message: Any) -> bytes:
    """Return a short message as a browser would send it."""
    text, mask = json.dumps(message).encode(), b"mask"
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2)
    return b"\x81" + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(text))


async def test_a_page_that_reads_nothing_keeps_nobody_waiting(
    evening: Evening, served: Served, tavern: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("activity.server.GOODBYE", 0.05)
    monkeypatch.setattr("activity.messages.AT_ONCE", 1_000_000)
    assert isinstance(served.server, ActivityServer)
    await sat_down(evening, "threes", ("Ann", "Bob"))
    loop = asyncio.get_running_loop()
    with socket.socket() as page:
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page.setblocking(False)
        await loop.sock_connect(page, ("127.0.0.1", served.server.port))
        wishes = {
            "Host": "here",
            "Origin": served.origin,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        lines = ["GET /api/socket HTTP/1.1", *(f"{name}: {value}" for name, value in wishes.items()), "", ""]
        await loop.sock_sendall(page, "\r\n".join(lines).encode())
        await loop.sock_recv(page, 200)
        await loop.sock_sendall(page, _frame({"t": "hello", "session": served.session("Ann", tavern)}))
        await _until(lambda: bool(served.pages))
        [own] = served.server._open.values()
        assert own._req is not None
        async with asyncio.timeout(PATIENCE):
            while not own._req.protocol._paused:
                await loop.sock_sendall(page, _frame({"t": "do", "press": uuid.uuid4().hex, "what": "rules"}))
                await asyncio.sleep(0)
            await served.server.leave(evening.bot)
        await _until(lambda: not served.pages)


async def test_who_presses_as_fast_as_a_machine_is_held_back(
    evening: Evening, served: Served, tavern: Any
) -> None:
    assert isinstance(served.server, ActivityServer)
    waited = list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    served.server._pace = MemberPace(lambda: 0.0, sleep)
    await sat_down(evening, "threes", ("Ann", "Bob"))
    async with served.page("Ann", tavern) as one, served.page("Ann", tavern) as two:
        for page in (one, two):
            for _ in range(AT_ONCE // 2):
                await page.do("rules")
        assert waited == []
        await two.do("rules")
    assert [round(seconds, 6) for seconds in waited] == [0.1]
