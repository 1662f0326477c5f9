"""The alerts of `deploy/`, tried in Prometheus' own program: figures minute by minute, and what fires at one of them.

`promtool` is looked for, and named by DICENIGHT_PROMTOOL where its absence must be a failure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

RULES = Path(__file__).parents[2] / "deploy" / "prometheus" / "alerts.yml"
PROMTOOL = os.environ.get("DICENIGHT_PROMTOOL") or shutil.which("promtool")
HOUR = 60
UP = 'up{job="dicenight",instance="a"}'


def scenario(name: str, figures: Mapping[str, str], expected: str | None, after: int) -> dict[str, Any]:
    """Return a unit test of promtool: at that minute just the expected alert fires. Its clock begins at 0."""
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": series, "values": values} for series, values in figures.items()],
        "promql_expr_test": [
            {
                "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
                "eval_time": f"{after}m",
                "exp_samples": []
                if expected is None
                else [{"labels": f'{{alertname="{expected}"}}', "value": 1}],
            }
        ],
    }


def check(scenarios: Sequence[Mapping[str, Any]]) -> None:
    """Fail with promtool's words if a scenario ends otherwise."""
    assert PROMTOOL is not None
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(RULES, folder)
        Path(folder, "tests.yml").write_text(
            yaml.safe_dump(
                {"rule_files": ["alerts.yml"], "evaluation_interval": "1m", "tests": list(scenarios)}
            ),
            "utf-8",
        )
        done = subprocess.run(
            [PROMTOOL, "test", "rules", "tests.yml"], cwd=folder, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr


def check_served(expected: str | None, *served: str | None, after: int = HOUR) -> None:
    """Fail unless what a bot has served raises just this alert, once the last has been so for some minutes.

    Each is what it served to Prometheus for a while: the first for most of an hour, those between for a minute each,
    the last from three minutes before the hour on. None: it did not answer. Without promtool nothing is tried.
    """
    if PROMTOOL is None:
        return
    phases = [{} if text is None else _samples(text) for text in served]
    between = len(served) - 2
    lengths = [57 - between, *[1] * between, after + 3]
    figures = {
        series: " ".join(
            _held(phase.get(series), minutes) for phase, minutes in zip(phases, lengths, strict=True)
        )
        for series in {series for phase in phases for series in phase}
    }
    figures[UP] = " ".join(
        _held(0.0 if text is None else 1.0, minutes) for text, minutes in zip(served, lengths, strict=True)
    )
    check([scenario(str(expected), figures, expected, after)])


def _held(value: float | None, minutes: int) -> str:
    """Return a value for so many minutes, as promtool writes it."""
    return f"{'_' if value is None else format(value, '.17g')}x{minutes - (value is not None)}"


def _samples(text: str) -> dict[str, float]:
    """Return the figures by series.

    Moments count from the beginning of promtool's clock, and not from 1970. A loop that is some seconds late comes from
    the machine that runs the tests.
    """
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = {"job": "dicenight", "instance": "a", **sample.labels}
            words = ",".join(f'{name}="{value}"' for name, value in labels.items())
            value = sample.value
            if sample.name == "dicenight_backup_last_success_timestamp_seconds" and value:
                value = 1.0
            if sample.name == "dicenight_event_loop_lag_seconds" and value < 20:
                value = 0.0
            found[f"{sample.name}{{{words}}}"] = value
    return found
