"""Figures of a bot that is played on, through the real client."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.exposition import generate_latest

from cogs.ui import custom_ids
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out
from tests.helpers.lease_board import Board, MemoryLeases

DEPLOY = Path(__file__).parents[2] / "deploy"


async def test_an_evening_in_figures(evening: Evening, tavern: Any, ann: Any) -> None:
    monitor = evening.bot.monitor
    assert monitor.ready().ok

    def figure(name: str, **labels: str) -> float:
        return monitor.metrics.registry.get_sample_value(name, labels) or 0.0

    players = await at_play(evening, "rogues_and_warriors")
    monitor.look()
    assert figure("dicenight_tables", phase="playing") == 1
    await play_out(evening, players)
    monitor.look()
    assert figure("dicenight_tables", phase="lobby") == 1
    assert figure("dicenight_matches_ended_total", game="rogues_and_warriors") == 1
    answered = figure("dicenight_presses_total", outcome="answered")
    assert answered > 4
    assert figure("dicenight_first_answer_seconds_count") > answered
    assert figure("dicenight_commit_groups_total") > 4
    assert figure("dicenight_commit_units_total", outcome="saved") > 4
    assert figure("dicenight_discord_requests_total", status="200") > 4
    before = figure("dicenight_presses_total", outcome="refused")
    reply = await ann.press_raw(tavern, players[0].board.id, custom_ids.verb(99, "sit"))
    assert "has closed" in reply.text
    await evening.quiet()
    assert figure("dicenight_presses_total", outcome="refused") == before + 1

    monitor.metrics.watch_leases(MemoryLeases(Board(2, evening.clock.now), "one"))
    samples = [sample for family in monitor.metrics.registry.collect() for sample in family.samples]
    for expression in expressions_of_board_and_alerts():
        for name, matched in re.findall(r"(dicenight_\w+)(?:{(.*?)})?", expression):
            labels = {label for sample in samples if sample.name == name for label in sample.labels}
            # Prometheus itself says from which process a figure is
            grouped = {*re.findall(r"by \((\w+)\)", expression)} - {"instance"}
            assert {*grouped, *re.findall(r"(\w+)!?=", matched)} <= labels, expression
            for label, value in re.findall(r'(\w+)="(\w+)"', matched):
                if value != "failed" or "presses" not in name:
                    assert value in {each.labels[label] for each in samples if each.name == name}, expression


def expressions_of_board_and_alerts() -> list[str]:
    board = json.loads((DEPLOY / "grafana" / "dicenight.json").read_text("utf-8"))
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return asked + [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]


async def test_no_label_holds_a_person_or_a_server(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    evening.bot.monitor.look()
    told = generate_latest(evening.bot.monitor.metrics.registry).decode()
    for secret in (ann.name, tavern.name, str(ann.id), str(tavern.id), str(tavern.guild.id)):
        assert secret not in told
