"""Each fault that Prometheus can see raises one alert, and no other: its own rules, in its own program."""

from __future__ import annotations

from typing import NamedTuple

import pytest
import yaml

from tests.helpers.promtool import PROMTOOL, RULES, check, scenario

HEALTHY = {
    'up{job="dicenight",instance="a"}': "1x120",
    'dicenight_servers{instance="a"}': "3x120",
    'dicenight_gateway_connected{instance="a",shard="0"}': "1x120",
    'dicenight_database_up{instance="a"}': "1x120",
    'dicenight_oldest_unsaved_seconds{instance="a"}': "0x120",
    'dicenight_backup_last_success_timestamp_seconds{instance="a"}': "0x120",
    'dicenight_commit_units_total{instance="a",outcome="failed"}': "0x120",
    'dicenight_presses_total{instance="a",outcome="failed"}': "0x120",
    'dicenight_logged_faults_total{instance="a"}': "0x120",
    'dicenight_unreadable_events_total{instance="a",event="POLL"}': "0x120",
    'dicenight_replay_failures_total{instance="a"}': "0x120",
    'dicenight_discord_refused_10m{instance="a"}': "0x120",
    'dicenight_event_loop_lag_seconds{instance="a"}': "0x120",
    'process_start_time_seconds{job="dicenight",instance="a"}': "1x120",
    'dicenight_shards{instance="a"}': "2x120",
    'dicenight_shard_leases{instance="a",state="held"}': "2x120",
    'dicenight_first_answer_seconds_bucket{instance="a",le="0.5"}': "0+60x120",
    'dicenight_first_answer_seconds_bucket{instance="a",le="3.0"}': "0+60x120",
    'dicenight_first_answer_seconds_bucket{instance="a",le="+Inf"}': "0+60x120",
}
"""The figures of a bot that is well, minute by minute."""


class Fault(NamedTuple):
    """Figures that differ from a healthy bot's, and the alert that they raise after so many minutes."""

    alert: str
    figures: dict[str, str]
    after: int = 60


GONE = "_x120"
ONCE = "0x50 1x70"
"""A counter that counts one within the hour before it is looked at."""

FAULTS = {
    "the bot does not answer": Fault(
        "DicenightGone", dict.fromkeys(HEALTHY, GONE) | {'up{job="dicenight",instance="a"}': "0x120"}
    ),
    "the pod has vanished": Fault("DicenightGone", dict.fromkeys(HEALTHY, GONE)),
    "Kubernetes scrapes it under another job": Fault(
        "DicenightGone",
        dict.fromkeys(HEALTHY, GONE) | {'up{job="games/dicenight",instance="a"}': "0x120"},
    ),
    "no gateway": Fault(
        "DicenightNoGateway", {'dicenight_gateway_connected{instance="a",shard="0"}': "0x120"}
    ),
    "a shard without a process": Fault(
        "DicenightShardUnserved", {'dicenight_shard_leases{instance="a",state="held"}': "1x120"}
    ),
    "slow answers": Fault(
        "DicenightSlowAnswers", {'dicenight_first_answer_seconds_bucket{instance="a",le="0.5"}': "0+30x120"}
    ),
    "a full disk": Fault(
        "DicenightNotSaved",
        {
            'dicenight_commit_units_total{instance="a",outcome="failed"}': "0x57 4x60",
            'dicenight_logged_faults_total{instance="a"}': "0x57 4x60",
        },
    ),
    "an event of a kind that was always read": Fault(
        "DicenightUnreadableEvents",
        {'dicenight_unreadable_events_total{instance="a",event="POLL"}': "_x50 1x70"},
    ),
    "the database is away": Fault(
        "DicenightDatabaseAway",
        {
            'dicenight_database_up{instance="a"}': "1x55 0x65",
            'dicenight_commit_units_total{instance="a",outcome="failed"}': "0x57 40x60",
            'dicenight_logged_faults_total{instance="a"}': "0x57 40x60",
            'dicenight_oldest_unsaved_seconds{instance="a"}': "0x55 60x65",
        },
    ),
    "a disk that hangs": Fault(
        "DicenightUnsaved", {'dicenight_oldest_unsaved_seconds{instance="a"}': "0x55 60x65"}
    ),
    "no good copy for two days": Fault(
        "DicenightBackupOld",
        {'dicenight_backup_last_success_timestamp_seconds{instance="a"}': "1x120"},
        after=40 * 60,
    ),
    "a press in a fault": Fault(
        "DicenightFaults",
        {
            'dicenight_presses_total{instance="a",outcome="failed"}': ONCE,
            'dicenight_logged_faults_total{instance="a"}': ONCE,
        },
    ),
    "work in the background in a fault": Fault(
        "DicenightFaultsOutsidePresses", {'dicenight_logged_faults_total{instance="a"}': ONCE}
    ),
    "an event that cannot be read": Fault(
        "DicenightUnreadableEvents",
        {'dicenight_unreadable_events_total{instance="a",event="POLL"}': ONCE},
    ),
    "a journal of other rules": Fault(
        "DicenightReplayFailures",
        {
            'dicenight_replay_failures_total{instance="a"}': ONCE,
            'dicenight_logged_faults_total{instance="a"}': ONCE,
        },
    ),
    "Discord refuses": Fault("DicenightRefused", {'dicenight_discord_refused_10m{instance="a"}': "2000x120"}),
    "a loop that hangs": Fault(
        "DicenightHung", {'dicenight_event_loop_lag_seconds{instance="a"}': "0x58 60x62"}
    ),
    "an end again and again": Fault(
        "DicenightRestarts",
        {'process_start_time_seconds{job="dicenight",instance="a"}': "1x20 2x10 3x10 4x80"},
    ),
    "too small a machine": Fault(
        "DicenightLoopLag", {'dicenight_event_loop_lag_seconds{instance="a"}': "1x120"}
    ),
}


def alerts() -> list[str]:
    return [
        rule["alert"]
        for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"]
        for rule in group["rules"]
    ]


def test_every_alert_is_raised_by_some_fault() -> None:
    assert {fault.alert for fault in FAULTS.values()} == set(alerts())


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not here; DICENIGHT_PROMTOOL names it")
def test_each_fault_raises_its_alert_once_and_no_other() -> None:
    tests: list[tuple[str, dict[str, str], str | None, int]] = [("all is well", HEALTHY, None, 60)]
    tests += [(name, HEALTHY | fault.figures, fault.alert, fault.after) for name, fault in FAULTS.items()]
    check(
        [
            scenario(
                name,
                {series: values.replace("x120", f"x{max(120, after)}") for series, values in figures.items()},
                alert,
                after,
            )
            for name, figures, alert, after in tests
        ]
    )
