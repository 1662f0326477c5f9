"""The drawn emoji: uploaded once, taken up where a start was stopped, and done without where Discord refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.client import Dicenight
from bot.face.art.emoji import SETS, names
from bot.face.text import emoji_text
from bot.members.languages import Languages
from bot.places.shard_set import ShardSet
from cogs import EXTENSIONS
from db.opening import open_store
from playground import Playground
from playground.world.clock import PATIENCE
from tests.e2e.conftest import HandClock, bot_on
from tests.helpers.at_rest import idle
from tests.helpers.clicking import is_panel

UPLOAD = r"^/applications/\d+/emojis$"
KEYS = [*SETS["common"], *SETS["parlour"]]


@pytest.fixture(autouse=True)
def two_sets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two sets are enough here; pauses are short."""
    monkeypatch.setattr("cogs.emoji.upload.SETS", {name: SETS[name] for name in ("common", "parlour")})
    monkeypatch.setattr("cogs.emoji.upload.PATIENCE", 0.0)
    yield
    emoji_text.forget()


async def brought(bot: Dicenight) -> None:
    """Until the emoji's work has ended."""
    cog: Any = bot.get_cog("EmojiSyncCog")
    await asyncio.wait_for(asyncio.shield(cog.work), 60)


def uploads(playground: Playground) -> int:
    return sum(each.method == "POST" and each.path.endswith("/emojis") for each in playground.requests)


async def looks(playground: Playground, times: int) -> None:
    """Until the emoji have been asked for so many times."""
    async with asyncio.timeout(30):
        while sum(each.path.endswith("/emojis") for each in playground.requests) < times:
            await idle(playground)


async def hand(playground: Playground, bot: Dicenight, *, drawn: bool = True) -> Any:
    """Ann's cards, as her panel shows them: once its picture has followed, or at once."""
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    assert opened.message is not None
    await ann.press(opened.message, "Start with computer players")
    if drawn:
        await bot.registry.listener.wait_idle()
        await idle(playground)
    return [each for each in ann.ephemerals(tavern) if is_panel(each)][-1]


async def test_a_first_start_uploads_and_a_second_finds(playground: Playground, tmp_path: Path) -> None:
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        assert uploads(playground) == len(KEYS)
        assert {each.name for each in playground.world.emojis.values()} == {names()[key] for key in KEYS}
        panel = await hand(playground, bot)
        assert panel.attachments[0].description.count(" of ") >= 2, "the picture's words name the cards"
        faces = [each for each in panel.buttons if each.emoji]
        assert all(" of " in each.label and "<" not in each.label for each in faces)
    assert emoji_text.emoji_for("W.hawk") is None
    async with bot_on(playground, tmp_path / "b.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        assert emoji_text.emoji_for("W.hawk") is not None
    assert uploads(playground) == len(KEYS)


async def test_a_start_that_was_stopped_is_taken_up(playground: Playground, tmp_path: Path) -> None:
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True):
        await playground.wait_for(lambda: len(playground.world.emojis) >= 5)
    there = len(playground.world.emojis)
    assert there < len(KEYS)
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
    assert len(playground.world.emojis) == len(KEYS)
    assert uploads(playground) <= len(KEYS) + 1, "at most the one that was on its way is sent twice"


async def test_a_stop_during_the_start_begins_no_uploads(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, load = asyncio.Event(), Languages.load
    goes_on = asyncio.Event()

    async def load_slowly(languages: Languages) -> None:
        begun.set()
        await goes_on.wait()
        await load(languages)

    monkeypatch.setattr(Languages, "load", load_slowly)
    async with await open_store(tmp_path / "a.db") as store, Dicenight(store, EXTENSIONS) as bot:
        starting = asyncio.create_task(bot.start(playground.token))
        await begun.wait()
        await bot.close()
        goes_on.set()
        await asyncio.wait({starting}, timeout=PATIENCE)
        assert starting.done()
        assert not bot.cogs, "they would go on over connections that are closed"
    assert uploads(playground) == 0


async def test_where_discord_refuses_plain_signs_stay(playground: Playground, tmp_path: Path) -> None:
    playground.faults.fail_next("POST", UPLOAD, 400, 30008, times=1000)
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        assert uploads(playground) == 1, "one refusal is enough"
        panel = await hand(playground, bot)
        assert "<:" not in panel.text
        assert not any(each.emoji for each in panel.buttons)
        assert panel.attachments[0].description.count(" of ") >= 2


async def test_a_set_is_used_only_as_a_whole(playground: Playground, tmp_path: Path) -> None:
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
    gone = next(each for each in playground.world.emojis.values() if each.name == names()["R.hare"])
    del playground.world.emojis[gone.id]
    playground.faults.fail_next("POST", UPLOAD, 403, 50001, times=1000)
    async with bot_on(playground, tmp_path / "b.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        assert emoji_text.emoji_for("back") is not None
        assert emoji_text.emoji_for("W.hawk") is None


async def test_the_process_with_the_first_shard_uploads_and_the_others_wait_for_it(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.emoji.upload.LOOK_AGAIN", 0.1)
    shards = [ShardSet(frozenset({shard}), 2) for shard in range(2)]
    async with bot_on(playground, tmp_path / "b.db", HandClock(), pictures=True, shards=shards[1]) as other:
        await looks(playground, 2)
        assert uploads(playground) == 0
        assert {each.method for each in playground.requests if each.path.endswith("/commands")} == set()
        async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True, shards=shards[0]) as bot:
            assert "PUT" in {each.method for each in playground.requests if each.path.endswith("/commands")}
            await brought(bot)
        assert uploads(playground) == len(KEYS)
        await brought(other)
        assert all(emoji_text.emoji_for(key) for key in KEYS)


async def test_discord_falters_and_an_answer_is_lost(playground: Playground, tmp_path: Path) -> None:
    playground.faults.fail_next("GET", UPLOAD, 503)
    playground.faults.lose_answer("POST", UPLOAD, times=2)
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        assert all(emoji_text.emoji_for(key) for key in KEYS)
    assert len(playground.world.emojis) == len(KEYS)


async def test_older_drawings_are_taken_away_after_a_week(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then old messages show them, and perhaps a process of the release before, which is still running."""
    older = {"W_hawk_3fa2", "g2_1_ddfa", "W_hawk_v7"}
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        await brought(bot)
        image = next(iter(playground.world.emojis.values())).image
        for name in (*older, "party_parrot"):
            await bot.create_application_emoji(name=name, image=image)

    async def there() -> set[str]:
        async with bot_on(playground, tmp_path / "b.db", HandClock(), pictures=True) as bot:
            await brought(bot)
        return {each.name for each in playground.world.emojis.values()}

    assert older <= await there()
    monkeypatch.setattr("cogs.emoji.upload.KEPT", -1.0)
    left = await there()
    assert not older & left
    assert left == {*(names()[key] for key in KEYS), "party_parrot"}, "what is not ours stays"


async def test_nothing_is_uploaded_where_pictures_are_off(playground: Playground, tmp_path: Path) -> None:
    async with bot_on(playground, tmp_path / "a.db", HandClock()) as bot:
        await hand(playground, bot)
    assert uploads(playground) == 0


async def test_a_first_start_keeps_within_the_limits_of_discord(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tight limits, of which the answers tell: no request is ever refused, and play goes on meanwhile."""
    monkeypatch.setattr("bot.requests.budget.PER_SECOND", 40.0)
    playground.rate_limits.enabled = True
    playground.rate_limits.limits["other"] = (20, 0.5)
    # however long a table takes to open on a busy machine, the drawings come later
    drawings_may_come = playground.faults.latency(60, r"/emojis$")
    async with bot_on(playground, tmp_path / "a.db", HandClock(), pictures=True) as bot:
        panel = await hand(playground, bot, drawn=False)
        assert "<:" not in panel.text, "play begins at once"
        drawings_may_come()
        await brought(bot)
    assert playground.rate_limits.refusals == 0
    assert len(playground.world.emojis) == len(KEYS)
