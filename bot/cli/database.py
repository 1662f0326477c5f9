"""Commands for the database: `backup`, `export`, `migrate`, `move`, `doctor`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.cli.backups import Retention, dated_path, drop_oldest, set_aside
from bot.cli.doctor import run_checks
from bot.cli.support import (
    AsJson,
    CommandFailed,
    Create,
    Database,
    UsageError,
    check_is_meant,
    existing_database,
    load_settings,
    named_location,
    print_json,
    print_table,
    sentence,
    write_output,
)
from bot.matches.opening import may_open
from bot.matches.replay import faults_of_play
from bot.matches.verify import with_draws
from bot.settings import backup_stamp
from bot.startup.load_rows import load_rows
from db import journal, tables
from db.errors import DamagedCopy, is_full, no_room
from db.export import export_match
from db.opening import (
    back_up_checked,
    carry_over,
    copy_before_migration,
    display_name,
    file_of,
    location_of,
    migrate_store,
    open_store,
    reading,
    use_again,
)


def backup(
    target: Annotated[Path, typer.Argument(help="Where the copy goes; a file that is there is replaced.")],
    keep: Annotated[
        int | None,
        typer.Option(min=1, help="Take TARGET as a folder of dated copies, and keep so many of the newest."),
    ] = None,
    weeks: Annotated[
        int, typer.Option(min=0, help="With --keep: keep the newest copy of so many weeks too.")
    ] = 0,
    months: Annotated[
        int, typer.Option(min=0, help="With --keep: keep the newest copy of so many months too.")
    ] = 0,
    database: Database = None,
) -> None:
    """Copy the database, complete as of one moment, and check the copy; the bot may go on meanwhile."""
    if keep is None and (weeks or months):
        raise UsageError("--weeks and --months go with --keep.")
    location = existing_database(database)
    source = file_of(location)
    folder = target
    if keep is not None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            if is_full(fault):
                raise no_room(folder, fault) from fault
            raise UsageError(f"{folder} cannot be a folder of copies: {fault.strerror}") from fault
        target = dated_path(folder, source, time.time())
    elif target.is_dir():
        target = target / source.name
    # The copy replaces its target: a running bot would go on writing to the replaced file, and lose it.
    if target.resolve() == source.resolve():
        raise UsageError("A database cannot be backed up onto itself; name another file.")
    try:
        back_up_checked(location, target, faults_of_play)
    except OSError as fault:
        raise UsageError(f"{target} cannot be written: {fault.strerror}") from fault
    except DamagedCopy as damage:
        damaged = set_aside(damage.copy, target)
        raise CommandFailed(
            f"The copy is damaged, so it does not count, and no older one is deleted: {sentence(damage.fault)} "
            f"It is kept as {damaged}; look at the database with `dicenight doctor`, and restore the last good copy"
        ) from damage
    typer.echo(
        f"{display_name(location)} is copied to {target} ({target.stat().st_size:,} bytes), and all books add up."
    )
    try:
        stamp = backup_stamp(location)
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()  # its time is a figure of the bot, with an alert
    except OSError as fault:
        typer.echo(f"The bot cannot be told of it, and may raise an alarm: {fault}.", err=True)
    # only now, so that a copy that failed or is damaged does not cost an older one
    dropped = [] if keep is None else drop_oldest(folder, source, Retention(keep, weeks, months))
    if dropped:
        typer.echo(f"Older copies are deleted: {', '.join(path.name for path in dropped)}.")


def export(
    match: Annotated[int, typer.Argument(help="The number of the match; the table's log names it.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file instead of stdout.")] = None,
    database: Database = None,
) -> None:
    """Print a match as JSON, for anyone to verify; without its secrets until the match is opened."""
    with reading(existing_database(database)) as db, db.snapshot():
        record = journal.match(db, match)
        opened = may_open(record, tables.table(db, record.table))
        exported = export_match(db, match, opened=opened)
    text = json.dumps(with_draws(exported), indent=2, ensure_ascii=False)
    write_output(text, output)


def migrate(
    database: Database = None,
    create: Create = False,
    copy: Annotated[
        bool, typer.Option("--copy/--no-copy", help="Copy a file of an earlier version first.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Bring the database to this version (`run` does it by itself)."""
    location = named_location(database)
    check_is_meant(location, create=create)
    copied = copy_before_migration(location) if copy else None
    before, after = asyncio.run(migrate_store(location))
    if as_json:
        copy_name = copied and str(copied)
        print_json({"database": display_name(location), "before": before, "after": after, "copy": copy_name})
    elif before == after:
        typer.echo(f"{display_name(location)} is at version {after} already.")
    else:
        as_it_was = "" if copied is None else f" As it was before: {copied}."
        typer.echo(f"{display_name(location)} went from version {before} to {after}.{as_it_was}")


def move(
    source: Annotated[
        Path, typer.Argument(help="The SQLite file; it is marked as moved, so that no bot uses it.")
    ],
    target: Annotated[
        str | None, typer.Argument(help="An empty database: postgresql://user@host/name", show_default=False)
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the mark off the file, to go on with it.")
    ] = False,
) -> None:
    """Carry everything over to PostgreSQL, and prove that it is the same there; no bot may be running on either."""
    if undo == (target is not None):
        raise UsageError("Name the database to carry everything over to, or --undo.")
    if target is None:
        existing_database(str(source))
        use_again(source)
        typer.echo(
            f"{source} can be used again. It knows nothing of what has happened since it was carried over."
        )
        return
    load_rows()  # the books are audited at the end
    stderr = Console(stderr=True)
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:

        def begin(steps: int) -> Callable[[int], None]:
            task = progress.add_task("Rows", total=steps)
            return lambda made: progress.advance(task, made)

        carried = carry_over(source, location_of(target), begin)
    typer.echo(
        f"{source} is carried over to {display_name(location_of(target))}: {carried.matches:,} matches, "
        f"{carried.transfers:,} transfers, {carried.rows:,} rows in {carried.tables} tables. Each row is the same in "
        "both, and all books add up. Now set DICENIGHT_DATABASE to the new address; no bot starts on the file any more."
    )


def doctor(
    database: Database = None,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord about the token.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look at settings, database, disk, token and port, and say what is wrong."""
    load_rows()
    checks = run_checks(load_settings(), named_location(database), offline=offline)
    if as_json:
        print_json([check._asdict() for check in checks])
    else:
        table = Table("", "What", "", box=None, show_header=False)
        for check in checks:
            mark = {True: "[green]ok[/]", False: "[red]no[/]", None: "[dim]--[/]"}[check.ok]
            table.add_row(mark, check.name, check.sentence)
        print_table(table)
    if any(check.ok is False for check in checks):
        raise typer.Exit(1)


def deeds(database: Database = None) -> None:
    """Count the deeds of all members again from the matches; the bot must not be running."""
    # imported here, so that every other command works without the feature
    from cogs.deeds.service import recount

    path = existing_database(database)

    async def count() -> tuple[int, int]:
        async with await open_store(path) as store:
            numbers = await store.read(journal.ended_matches)
            with Progress(console=Console(stderr=True), transient=True) as progress:
                task = progress.add_task("Matches", total=len(numbers))
                return await recount(store, lambda number: progress.advance(task))

    replayed, skipped = asyncio.run(count())
    typer.echo(f"{replayed} matches were played back; {skipped} are of older rules and keep their deeds.")
