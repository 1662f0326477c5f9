"""A folder of dated copies of the database, of which some are kept by day, week and month."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

STAMP = "%Y%m%d-%H%M%S"
"""The time in a copy's name, in UTC, so that names sort by age."""
DAMAGED = ".damaged"
"""The end of the name of a copy that was found damaged: it counts as none, and is kept to be looked at."""


class Retention(NamedTuple):
    """The copies that are kept: so many of the newest, and the newest of so many weeks and months."""

    newest: int
    weeks: int = 0
    months: int = 0


def dated_path(folder: Path, source: Path, at: float) -> Path:
    """Return the path of a copy made `at` seconds since the epoch."""
    return folder / f"{source.stem}-{datetime.fromtimestamp(at, UTC).strftime(STAMP)}{source.suffix}"


def copies(folder: Path, source: Path) -> list[tuple[datetime, Path]]:
    """Return the dated copies of a database in a folder with their times, the oldest first; damaged ones are none."""
    found = []
    for path in folder.glob(f"{source.stem}-*{source.suffix}"):
        made = _time_of(path, source)
        if made is not None and path.is_file():
            found.append((made, path))
    return sorted(found)


def set_aside(copy: Path, target: Path) -> Path:
    """Rename a damaged copy that was to be `target`, so that it counts as none; an earlier one of its kind goes.

    Returns its new path. One is enough to look at, and a backup that fails again and again must not fill the disk.
    """
    for earlier in target.parent.glob(f"*{target.suffix}{DAMAGED}"):
        earlier.unlink()
    return copy.rename(target.with_name(target.name + DAMAGED))


def drop_oldest(folder: Path, source: Path, retention: Retention) -> list[Path]:
    """Delete the dated copies of a database that need not be kept, and return them.

    Other files in the folder are left alone.
    """
    found = copies(folder, source)
    chosen = {path for _, path in found[len(found) - min(retention.newest, len(found)) :]}
    chosen |= _newest_of_each(found, lambda made: made.isocalendar()[:2], retention.weeks)
    chosen |= _newest_of_each(found, lambda made: (made.year, made.month), retention.months)
    dropped = [path for _, path in found if path not in chosen]
    for path in dropped:
        path.unlink()
    return dropped


def _newest_of_each(
    dated: Iterable[tuple[datetime, Path]], span: Callable[[datetime], tuple[int, int]], most: int
) -> set[Path]:
    """Return the newest copy of each of the latest spans in which there is one."""
    newest = {span(made): path for made, path in dated}  # a later one takes the place of an earlier one
    return {newest[key] for key in sorted(newest)[len(newest) - min(most, len(newest)) :]}


def _time_of(path: Path, source: Path) -> datetime | None:
    try:
        return datetime.strptime(path.stem.removeprefix(f"{source.stem}-"), STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
