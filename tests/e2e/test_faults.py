"""Whatever Discord does to a request, an answer or the connection: the move counts once, and the table goes on.

Each row is one trouble and one press in it. Afterwards the trouble is over, a minute passes, and the table message must
be there once, show the present state, and take the next press.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pytest

from cogs.live.table_messages import table_messages
from db import journal
from playground import Playground
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, with_panels

GAME = "rogues_and_warriors"
EDIT = r"^/channels/\d+/messages/\d+$"
CALLBACK = r"^/interactions/\d+/.+/callback$"
TOKEN = r"^/webhooks/\d+/.+/messages/"
POST = r"^/channels/\d+/messages$"
ANYTHING = r"^/(channels|webhooks|interactions)/"

Begin = Callable[[Playground], object]


class Trouble(NamedTuple):
    """A trouble by its name: whether a press in it is answered, and the table message up to date afterwards."""

    name: str
    begin: Begin
    answered: bool = True
    painted: bool = True


def refused(
    method: str,
    path: str,
    status: int,
    code: int = 0,
    times: int = 1,
    *,
    answered: bool = True,
    painted: bool = True,
) -> Trouble:
    """A number of requests that Discord refuses."""
    begin: Begin = lambda ground: ground.faults.fail_next(method, path, status, code, times=times)  # noqa: E731
    return Trouble(f"{method} {status} {code} x{times} of {path}", begin, answered, painted)


def limited(method: str, path: str, scope: str, code: int = 0) -> Trouble:
    """A request that Discord refuses for being one too many."""

    def begin(ground: Playground) -> None:
        ground.faults.rate_limit(method, path, 0.02, scope=scope, code=code)

    return Trouble(f"{method} 429 {scope} {code} of {path}", begin)


def lost(method: str, path: str, *, arrives: bool) -> Trouble:
    """A request whose connection breaks, before Discord has done it or after."""

    def begin(ground: Playground) -> None:
        (ground.faults.lose_answer if arrives else ground.faults.lose_request)(method, path)

    return Trouble(f"{method} {'answer' if arrives else 'request'} lost of {path}", begin)


def garbled(method: str, path: str, body: str, times: int = 1) -> Trouble:
    """Requests that are done, and answered with something else."""
    return Trouble(
        f"{method} answered {body} x{times} of {path}",
        lambda ground: ground.faults.garble(method, path, body, times=times),
    )


def in_html(method: str, path: str, status: int, *, answered: bool = True) -> Trouble:
    """A request that something before Discord refuses with a page of its own, as Cloudflare does."""

    def begin(ground: Playground) -> None:
        if status == 429:
            ground.faults.rate_limit(method, path, 0.02)
        else:
            ground.faults.fail_next(method, path, status)
        ground.faults.garble(method, path, "<html>no</html>")

    return Trouble(f"{method} {status} in HTML of {path}", begin, answered)


def done(method: str, path: str, status: int) -> Trouble:
    """A request that is done, and answered as if it had failed."""
    return Trouble(
        f"{method} {status} but done of {path}",
        lambda ground: ground.faults.garble(method, path, "{}", status=status),
    )


def gone(path: str) -> Trouble:
    """A table message that is deleted, of which only the refusal of its edit tells."""

    def begin(ground: Playground) -> None:
        [board] = [m for m in ground.guild.channel("tavern").messages if m.buttons and not m.ephemeral]
        board.deleted = True
        del board.channel.history[board.id]

    return Trouble(f"PATCH 404 10008 of {path}", begin)


EDITS = [
    *(refused("PATCH", EDIT, status, 0, times) for status, times in ((500, 3), (502, 1), (503, 2), (504, 1))),
    *(limited("PATCH", EDIT, scope) for scope in ("user", "shared", "global")),
    limited("PATCH", EDIT, "user", 20028),
    limited("PATCH", EDIT, "user", 30046),
    *(refused("PATCH", EDIT, 400, code) for code in (50035, 200000)),
    # without a right the bot waits for a change of the channel or of the table
    *(refused("PATCH", EDIT, 403, code, painted=False) for code in (50001, 50013)),
    refused("PATCH", EDIT, 403, 40333),
    gone(EDIT),
    refused("PATCH", EDIT, 413),
    refused("PATCH", EDIT, 401),
    lost("PATCH", EDIT, arrives=True),
    lost("PATCH", EDIT, arrives=False),
    *(garbled("PATCH", EDIT, body) for body in ("{}", "[]", '"<html>"')),
    *(in_html("PATCH", EDIT, status) for status in (429, 503)),
    done("PATCH", EDIT, 502),
]
ANSWERS = [
    in_html("POST", CALLBACK, 429, answered=False),
    done("POST", CALLBACK, 502),
    limited("POST", CALLBACK, "user"),
    *(refused("POST", CALLBACK, status) for status in (500, 502, 503, 504, 413)),
    refused("POST", CALLBACK, 503, times=2, answered=False),
    refused("POST", CALLBACK, 400, 50035),
    refused("POST", CALLBACK, 400, 40060, answered=False),
    refused("POST", CALLBACK, 404, 10062, answered=False),
    refused("POST", CALLBACK, 401, answered=False),
    refused("POST", CALLBACK, 403, 50013, answered=False),
    lost("POST", CALLBACK, arrives=True),
    lost("POST", CALLBACK, arrives=False),
]
BY_TOKEN = [
    *(refused("PATCH", TOKEN, status) for status in (500, 503)),
    refused("PATCH", TOKEN, 404, 10015),
    refused("PATCH", TOKEN, 404, 10008),
    refused("PATCH", TOKEN, 401, 50027),
    refused("PATCH", TOKEN, 400, 50035, times=2),
    limited("PATCH", TOKEN, "user"),
    lost("PATCH", TOKEN, arrives=True),
    garbled("PATCH", TOKEN, "{}"),
]
POSTS = [
    *(in_html("POST", POST, status) for status in (429, 503)),
    done("POST", POST, 502),
    *(refused("POST", POST, status, 0, times) for status, times in ((500, 3), (502, 1), (503, 2), (504, 1))),
    *(limited("POST", POST, scope) for scope in ("user", "shared", "global")),
    refused("POST", POST, 400, 50035),
    refused("POST", POST, 400, 200000),
    refused("POST", POST, 401),
    refused("POST", POST, 413),
    lost("POST", POST, arrives=True),
    lost("POST", POST, arrives=False),
    *(garbled("POST", POST, body, times=2) for body in ("{}", "[]", '"<html>"')),
    garbled("POST", POST, "{}", times=5),
]
"""Troubles of the first post of a table message, and of its fingerprint before it."""
EVERYWHERE = [
    refused("PATCH", ANYTHING, 500, times=4),
    refused("PATCH", ANYTHING, 503, times=4),
    refused("PATCH", ANYTHING, 401, times=2, painted=False),
]
GROUPS = {"edits": EDITS, "answers": ANSWERS, "tokens": BY_TOKEN, "everywhere": EVERYWHERE}

CLOSES = (4000, 4001, 4002, 4003, 4005, 4007, 4008, 4009, 1001)


class AtOnce:
    """asyncio as discord.py sees it here: it tries again without waiting."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture
async def players(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[Player]:
    """Ann and Bob in the middle of a hand, each with a panel, and a discord.py that is in no hurry."""
    for module in ("discord.http", "discord.webhook.async_"):
        monkeypatch.setattr(f"{module}.asyncio", AtOnce())
    return await with_panels(evening, GAME)


async def next_question(evening: Evening, players: list[Player]) -> Player:
    """Return the player who is asked, in the next hand if this one is over."""
    while evening.table(players[0].channel).session is None:
        for player in players:
            await player.press("Again")
        await evening.quiet()
        evening.clock.advance(5.0)
        await evening.quiet()
    return acting(evening, players)


async def answers_saved(evening: Evening) -> int:
    """Return how many answers the store has of all matches so far."""
    last = await evening.store.read(journal.last_match_id)
    return sum([len((await evening.store.match(number)).rows) for number in range(1, last + 1)])


async def shown(evening: Evening, players: list[Player]) -> str:
    """Return what the table message says once it is painted again for sure."""
    table = evening.table(players[0].channel)
    table_messages(evening.bot).outdated(table)
    await evening.quiet()
    return str(players[0].board.text)


async def press_in(evening: Evening, players: list[Player], trouble: Trouble) -> list[str]:
    """Press once in a trouble, let it pass, and return what does not hold afterwards."""
    who = await next_question(evening, players)
    await who.opens_hand()
    await evening.quiet()
    before = await answers_saved(evening)
    trouble.begin(evening.playground)
    button = next(b for b in who.panel.buttons if (b.custom_id or "").startswith("p:") and not b.disabled)
    reply = await who.person.press(who.panel, custom_id=button.custom_id, wait=False)
    for _ in range(3):
        await evening.quiet()
        evening.clock.advance(5.0)
    wrong = []
    if not evening.playground.faults.struck:
        wrong.append("the trouble never came")
    evening.playground.faults.clear()
    for _ in range(2):
        evening.clock.advance(5.0)
        await evening.quiet()
    if await answers_saved(evening) != before + 1:
        wrong.append(f"{await answers_saved(evening) - before} answers were saved")
    if trouble.answered and not reply.acknowledged:
        wrong.append("the press was not answered")
    said = "".join(m.text for player in players for m in player.person.ephemerals(player.channel))
    if "Something went wrong" in said:
        wrong.append("somebody read that something went wrong")
    public = [m for m in who.channel.messages if not m.ephemeral and m.buttons]
    boards = [m for m in public if "it's your turn" not in m.text]
    if [m.id for m in boards] != [who.board.id]:
        wrong.append(f"{len(boards)} table messages stand in the channel")
    elif trouble.painted and str(who.board.text) != await shown(evening, players):
        wrong.append("the table message is out of date")
    return [f"{trouble.name}: {each}" for each in wrong]


@pytest.mark.parametrize("trouble", [*chain(*GROUPS.values())], ids=lambda trouble: trouble.name)
async def test_a_press_counts_once_in_every_trouble_of_a_request(
    evening: Evening, players: list[Player], trouble: Trouble, caplog: pytest.LogCaptureFixture
) -> None:
    assert await press_in(evening, players, trouble) == []
    assert [record.message for record in caplog.records if "Traceback" in (record.exc_text or "")] == []


@pytest.mark.parametrize("trouble", POSTS, ids=lambda trouble: trouble.name)
async def test_a_table_stands_once_whatever_happens_to_its_post(
    evening: Evening, tavern: Any, ann: Any, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr("discord.http.asyncio", AtOnce())
    trouble.begin(evening.playground)
    reply = await ann.slash(tavern, "table open", game=GAME, wait=False)
    await evening.quiet()
    for _ in range(8):
        evening.clock.advance(5.0)
        await evening.quiet()
    evening.playground.faults.clear()
    # a refusal that doesn't pass by itself waits for the next change
    table_messages(evening.bot).outdated(evening.table(tavern))
    for _ in range(8):
        evening.clock.advance(5.0)
        await evening.quiet()
    assert reply.acknowledged
    board = Player(evening, "Ann", tavern).board
    assert [m.id for m in tavern.messages if m.buttons and not m.ephemeral] == [board.id]
    assert len([m for m in tavern.messages if "Fair play `" in m.text]) == 1
    bob = Player(evening, "Bob", tavern)
    await bob.press("Sit down")
    await evening.quiet()
    assert "Bob" in bob.board.text


async def test_a_table_message_that_stands_without_the_bot_knowing_is_brought_up_to_date(
    evening: Evening, players: list[Player]
) -> None:
    """Both tries of the post arrive as one message, and both answers are odd; then something happens."""
    tavern, who = players[0].channel, acting(evening, players)
    evening.playground.faults.garble("POST", POST, "{}", times=2)
    evening.playground.world.delete_message(who.board)
    await evening.quiet()
    [standing] = [m for m in tavern.messages if m.buttons and not m.ephemeral]
    before = standing.text
    await who.acts()
    await evening.quiet()
    evening.clock.advance(5.0)
    await evening.quiet()
    assert [m for m in tavern.messages if m.buttons and not m.ephemeral] == [standing]
    assert standing.id == who.board.id
    assert standing.text == await shown(evening, players)
    assert standing.text != before


async def test_a_press_counts_once_after_every_way_to_lose_the_gateway(
    evening: Evening, players: list[Player]
) -> None:
    faults, playground = evening.playground.faults, evening.playground
    ways: dict[str, Callable[[], Awaitable[None]]] = {
        **{str(code): partial(faults.close_gateway, code) for code in CLOSES},
        "a new session": faults.invalidate_session,
        "the same session": partial(faults.invalidate_session, resumable=True),
    }
    for name, lose in ways.items():
        await lose()
        await playground.wait_for(lambda: playground.connected)
        wrong = await press_in(evening, players, Trouble(name, lambda ground: None))
        assert wrong == []
    for cut in (faults.drop_gateway, faults.gateway_reconnect):
        cut()
        await playground.wait_for(lambda: playground.connected)
        assert await press_in(evening, players, Trouble(str(cut), lambda ground: None)) == []
    assert await evening.store.audit() == []


def test_the_table_of_troubles_is_long() -> None:
    assert sum(map(len, [*GROUPS.values(), POSTS])) + len(CLOSES) + 4 >= 75
