"""`dicenight rehearse` on the playground: every step passes there, and a wrong answer is found."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main, rehearsal
from bot.cli.rehearsal import STEPS, Finding, differences, rehearse
from playground import Playground
from playground.world.permissions import Permission
from tests.helpers.as_discord import as_discord

RECORDINGS = Path(__file__).parents[1] / "data" / "rehearsals"
"""Recordings to which the playground is held: its own, until somebody with a token adds Discord's."""


async def tried(playground: Playground) -> tuple[list[Finding], dict[str, list[Any]]]:
    channel = playground.guild.channel("tavern")
    return await rehearse(playground.token, channel.id, lambda found: None)


def allow_events(playground: Playground) -> None:
    """Let the bot put events on the calendar."""
    bot = playground.world.bot_member(playground.guild)
    assert bot is not None
    bot.roles.append(playground.world.add_role(playground.guild, "calendar", int(Permission.CREATE_EVENTS)))


async def test_every_step_passes_and_leaves_nothing_behind() -> None:
    async with as_discord(Playground(rate_limits=False)) as playground:
        allow_events(playground)
        tavern = playground.guild.channel("tavern")
        findings, recorded = await tried(playground)
        assert [found for found in findings if found.outcome == "fail"] == []
        assert [found.step for found in findings] == [step.__name__ for step in STEPS]
        assert [message for message in tavern.messages if not message.deleted] == []
        kept = json.dumps(recorded)
        assert playground.token not in kept
        assert str(tavern.id) not in kept
        assert "Ann" not in kept
        again = (await tried(playground))[1]
        assert list(differences(recorded, again)) == []


@pytest.mark.parametrize("path", sorted(RECORDINGS.glob("*.json")), ids=lambda path: path.stem)
def test_the_playground_answers_as_recorded(path: Path) -> None:
    """Whoever changes the playground on purpose records it again; Discord's own recording changes the playground."""
    recorded = json.loads(path.read_text("utf-8"))
    assert recorded.keys() == {step.__name__ for step in STEPS}
    now = asyncio.run(record())
    assert list(differences(recorded, now)) == []
    if path.stem == "playground":
        assert recorded == now, "python -m tests.playground.test_rehearsal records it again"


async def record() -> dict[str, list[Any]]:
    """Rehearse on a playground in which the bot may do everything that is tried."""
    async with as_discord(Playground(rate_limits=False)) as playground:
        allow_events(playground)
        return (await tried(playground))[1]


async def test_a_wrong_token_stops_at_once() -> None:
    async with as_discord(Playground(rate_limits=False)):
        findings, _ = await rehearse("wrong", 1, lambda found: None)
    assert [(found.step, found.outcome) for found in findings] == [("token", "fail")]
    assert "401" in findings[0].sentence


async def test_what_discord_does_otherwise_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit that Discord no longer has is as wrong as one that is new."""
    monkeypatch.setattr(rehearsal, "STEPS", (rehearsal.token, rehearsal.channel, rehearsal.forty_components))
    async with as_discord(Playground(rate_limits=False)) as playground:
        playground.faults.fail_next("POST", "/messages$", 400, 50035)
        findings, _ = await tried(playground)
    assert [found.outcome for found in findings] == ["pass", "pass", "fail"]


def test_a_file_that_cannot_be_written_is_told_before_anything_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DICENIGHT_TOKEN", "a token")
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:9")
    out = tmp_path / "nowhere" / "answers.json"
    assert main(["rehearse", "1", "--out", str(out)]) == 2
    told = capsys.readouterr()
    assert f"{out} cannot be written: No such file or directory" in told.out + told.err


def test_a_recording_tells_what_has_changed() -> None:
    before = {"token": [{"status": 200, "answer": {"id": "text", "team": None, "flags": "number"}}]}
    now = {"token": [{"status": 200, "answer": {"id": "number", "team": {"id": "text"}}}]}
    assert list(differences(before, now)) == [
        "token[0].answer.id: number in place of text",
        "token[0].answer.flags is missing",
    ]
    assert list(differences(before, before)) == []


def test_every_request_of_a_step_is_compared() -> None:
    before = {"limits": [{"status": 200}, {"status": 400}, {"status": 204}]}
    now = {"limits": [{"status": 200}, {"status": 200}]}
    assert list(differences(before, now)) == [
        "limits[1].status: 200 in place of 400",
        "limits[2] is missing",
    ]


if __name__ == "__main__":
    content = json.dumps(asyncio.run(record()), indent=1)
    (RECORDINGS / "playground.json").write_text(f"{content}\n", "utf-8")
