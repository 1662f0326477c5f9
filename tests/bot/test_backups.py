"""Dated copies of a database, and the oldest of them dropped."""

from __future__ import annotations

from pathlib import Path

from bot.cli.backups import Retention, copies, dated_path, drop_oldest

DAY = 86_400
SOURCE = Path("data/dicenight.db")


def test_the_newest_copies_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    paths = [dated_path(tmp_path, SOURCE, day * DAY) for day in range(5)]
    others = [tmp_path / name for name in ("dicenight-of-old.db", "notes.txt", "other-19700101-000000.db")]
    for path in (*paths, *others):
        path.write_bytes(b"")
    assert drop_oldest(tmp_path, SOURCE, Retention(2)) == paths[:3]
    assert sorted(tmp_path.iterdir()) == sorted([*paths[3:], *others])
    assert drop_oldest(tmp_path, SOURCE, Retention(2)) == []


def test_names_tell_the_moment() -> None:
    assert dated_path(Path("copies"), SOURCE, DAY).name == "dicenight-19700102-000000.db"


def test_the_newest_of_each_week_and_month_is_kept_too(tmp_path: Path) -> None:
    for day in range(120):
        dated_path(tmp_path, SOURCE, day * DAY).write_bytes(b"")
        drop_oldest(tmp_path, SOURCE, Retention(3, weeks=2, months=3))
    days = [made.strftime("%m-%d") for made, _ in copies(tmp_path, SOURCE)]
    assert days == ["02-28", "03-31", "04-26", "04-28", "04-29", "04-30"]


def test_a_damaged_copy_is_none(tmp_path: Path) -> None:
    path = dated_path(tmp_path, SOURCE, 0)
    path.with_name(path.name + ".damaged").write_bytes(b"")
    assert copies(tmp_path, SOURCE) == []
