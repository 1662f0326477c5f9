"""A folder of dated copies of the database, of which the newest are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

STAMP = "%Y%m%d-%H%M%S"
"""The moment of a copy in its name, in UTC; names sort by age."""


def dated_path(folder: Path, source: Path, at: float) -> Path:
    """Return where the copy of a moment goes, in seconds since the epoch."""
    return folder / f"{source.stem}-{datetime.fromtimestamp(at, UTC).strftime(STAMP)}{source.suffix}"


def drop_oldest(folder: Path, source: Path, keep: int) -> list[Path]:
    """Delete all dated copies of a database but the newest `keep`, and return those deleted.

    Nothing else in the folder is touched.
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
