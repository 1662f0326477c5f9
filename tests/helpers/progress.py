"""A progress bar in place of pytest's dots: `pytest -p tests.helpers.progress`, as `make soak` does.

Counts whole tests, also those that workers of pytest-xdist report. Where nobody looks on (no terminal) it does nothing,
and the dots are there as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


def pytest_configure(config: pytest.Config) -> None:
    """Put up the bar in the process that somebody looks at."""
    console = Console(stderr=True)
    if console.is_terminal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bar(console))


class Bar:
    """One bar for the whole run."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(),
            TextColumn("{task.description}"), console=console, transient=True,
        )  # fmt: skip
        self._task = self._progress.add_task("", total=None)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: Sequence[str]) -> None:
        """A worker knows how many tests there are; all workers know the same ones."""
        self._begin(len(ids))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """The same without workers."""
        if session.items:
            self._begin(len(session.items))

    def _begin(self, total: int) -> None:
        self._progress.update(self._task, total=total)
        self._progress.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """No dot for what has passed; all else is told as ever."""
        return (report.outcome if report.when == "call" else "", "", "") if report.passed else None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test is over when it has been torn down."""
        if report.failed:
            self._progress.console.print(f"[red]failed[/] {report.nodeid}")
        if report.when == "teardown":
            self._progress.update(self._task, advance=1, description=report.nodeid.rpartition("::")[2][:50])

    def pytest_sessionfinish(self) -> None:
        """The bar goes; pytest's summary follows."""
        self._progress.stop()
