"""A folder of dated copies of the database, in which the newest are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

STAMP = "%Y%m%d-%H%M%S"
"""The time in a copy's name, in UTC, so that names sort by age."""


def dated_path(folder: Path, source: Path, at: float) -> Path:
    """Return the path of a copy made `at` seconds since the epoch."""
    return folder / f"{source.stem}-{datetime.fromtimestamp(at, UTC).strftime(STAMP)}{source.suffix}"


def drop_oldest(folder: Path, source: Path, keep: int) -> list[Path]:
    """Delete all dated copies of a database except the newest `keep`, and return the deleted ones.

    Other files in the folder are left alone.
    """
    copies = sorted(path for path in folder.glob(f"{source.stem}-*{source.suffix}") if _is_copy(path, source))
    dropped = copies[: max(0, len(copies) - keep)]
    for path in dropped:
        path.unlink()
    return dropped


def _is_copy(path: Path, source: Path) -> bool:
    try:
        datetime.strptime(path.stem.removeprefix(f"{source.stem}-"), STAMP)
    except ValueError:
        return False
    return path.is_file()
