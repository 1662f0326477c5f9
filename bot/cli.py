"""The command line: `dicenight run`, `games`, `decks`, `simulate`, `verify`, `emoji`, and those of the database.

Whoever mistypes something reads one sentence and gets exit status 2. Status 1 means that the answer is no: a match
that does not verify, a broken promise of the rules, a doctor who found something.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.settings import Settings
from bot.simulate import Broken, Simulation
from db import Store, StoreError, StoreLocked
from db.check import audit
from db.connection import make_private, snapshot, to_read
from db.export import export_match
from db.lock import Lock
from games.catalogue import GAMES
from games.engine import BadOptions

app = typer.Typer(
    name="dicenight",
    help="Dice and card nights for Discord, with play money.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Database = Annotated[
    Path | None, typer.Option(help="The database; DICENIGHT_DATABASE by default.", show_default=False)
]


class Failed(Exception):
    """The answer is no; the message is a sentence for stderr, and the exit status is 1."""


class Wrong(Exception):
    """What was typed, named or set makes no sense; the message is a sentence, and the exit status is 2."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit status. No error of a user's is a traceback."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        status = app(args=args or ["--help"], prog_name="dicenight", standalone_mode=False)
    except typer.TyperException as wrong:
        typer.echo(_sentence(wrong.format_message()), err=True)
        return wrong.exit_code
    except (Wrong, BadOptions, StoreError) as wrong:
        typer.echo(_sentence(wrong), err=True)
        return 2
    except (Failed, Broken) as failed:
        typer.echo(_sentence(failed), err=True)
        return 1
    except typer.Abort:
        return 130
    return status if isinstance(status, int) else 0


def _sentence(error: Exception | str) -> str:
    text = " ".join(str(error).split())
    if text.partition(" ")[0].isalpha():  # and not the name of a file
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."


# ---- playing


@app.command()
def run(
    playground: Annotated[
        bool, typer.Option("--playground", help="Play on this machine: no account, no token.")
    ] = False,
    discord: Annotated[
        bool, typer.Option("--discord", help="Connect to Discord with DICENIGHT_TOKEN.")
    ] = False,
) -> None:
    """Start the bot: against Discord if there is a token, else in the playground."""
    from bot import run as process
    from playground import Playground

    settings = _settings()
    if playground and discord:
        raise Wrong("--playground and --discord do not go together: choose one.")
    here = playground or not (discord or process.token_of(settings))
    process.set_up_logging(settings.log_level, quiet=here and settings.log_level == "INFO")
    ground = Playground(port=settings.playground_port) if here else None
    try:
        asyncio.run(process.run(settings, ground, say=typer.echo))
    except process.CannotRun as reason:
        raise (Wrong if reason.status == 2 else Failed)(str(reason)) from reason


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games; with --json their options too."""
    if as_json:
        _json(
            [
                {
                    "key": key,
                    "name": game.title,
                    "seats": list(game.seats),
                    "rulebook": game.rulebook,
                    "options": game.options.model_json_schema(),
                }
                for key, game in GAMES.items()
            ]
        )
        return
    table = Table(box=None, header_style="bold")
    for column in ("Key", "Game", "Seats", "Rulebook"):
        table.add_column(column, no_wrap=True)
    for key, game in GAMES.items():
        low, high = game.seats
        table.add_row(key, game.title, f"{low} to {high}", game.rulebook)
    _print(table)


@app.command()
def decks(
    path: Annotated[
        Path | None,
        typer.Argument(help="A deck or a folder of decks to check; DICENIGHT_DECKS if none is named."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check decks of your own, and list the tavern's characters with what their cards are worth."""
    from bot.decks import BadDecks, about_characters, read_own

    try:
        own = read_own(path or _settings().decks)
    except BadDecks as wrong:
        raise Wrong(str(wrong)) from wrong
    told = about_characters(own)
    if as_json:
        _json(told)
        return
    table = Table(box=None, header_style="bold")
    for column in ("Key", "Character", "System", "Cards", *(name.capitalize() for name in told[0]["worth"])):
        table.add_column(column, no_wrap=True)
    for one in told:
        name = f"{one['name']} (own)" if one["own"] else one["name"]
        worth = (f"{n:.1f}" for n in one["worth"].values())
        table.add_row(one["key"], name, one["system"] or "", str(one["cards"]), *worth)
    _print(table)


@app.command()
def simulate(
    key: Annotated[str, typer.Argument(help="The game's key, as `dicenight games` lists it.")],
    seats: Annotated[
        int | None, typer.Option(help="How many play.", show_default="4, or what the game takes")
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed plays the same matches.")] = "1",
    chosen: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="Set an option; may be repeated."),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who plays seat 0, then seat 1 ...; the others play at random."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many matches without anybody, count them, and check that the rules keep their promises."""
    played = Simulation(key, seats, seed, _options(chosen or ()), policy or ())
    stderr = Console(stderr=True)
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task(key, total=matches)
        played.play(matches, lambda: progress.advance(task))
    report = played.report()
    if as_json:
        _json(report)
        return
    typer.echo(
        f"{report['matches']} matches, {report['decisions']} decisions in {report['seconds']:.2f} s "
        f"({report['decisions_per_second']} a second); {report['money_in']} pieces went in, "
        f"{report['money_out']} came out; {report['replayed']} replayed alike."
    )
    mean = f"Mean, in {report['unit']}"
    table = Table("Seat", "Policy", mean, "95 %", "First", "Points", "Shares", box=None, header_style="bold")
    for row in report["results"]:
        between = f"{row['low']:+.2f} to {row['high']:+.2f}"
        wins, points, shares = (str(row[name]) for name in ("wins", "points", "shares"))
        table.add_row(str(row["seat"]), row["policy"], f"{row['mean']:+.2f}", between, wins, points, shares)
    _print(table)


@app.command()
def verify(
    path: Annotated[Path, typer.Argument(help="A match that was exported, as JSON; - reads stdin.")],
    as_json: AsJson = False,
) -> None:
    """Play an exported match again from its revealed seed, and say whether all agrees."""
    from bot.verify import verify_export

    try:
        text = sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
        verdict = verify_export(json.loads(text))
    except OSError as fault:
        raise Wrong(f"{path} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as wrong:
        raise Wrong(f"{path} is no JSON: it is not even text.") from wrong
    except json.JSONDecodeError as wrong:
        raise Wrong(f"{path} is no JSON: {wrong}") from wrong
    except ValueError as wrong:
        raise Wrong(f"{path}: {wrong}") from wrong
    if as_json:
        _json({"ok": verdict.ok, "sentence": verdict.sentence, "rows": verdict.rows})
    else:
        typer.echo(verdict.sentence)
    if not verdict.ok:
        raise typer.Exit(1)


# ---- care of the file


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="Where the copy goes; a file that is there is replaced.")],
    database: Database = None,
) -> None:
    """Copy the database, complete as of one moment; the bot may go on meanwhile."""
    source = _database(database)
    if target.is_dir():
        target = target / source.name
    if target.resolve() == source.resolve():
        raise Wrong("A database cannot be backed up onto itself; name another file.")
    part = target.with_name(f"{target.name}.part")
    try:
        with _reading(source) as db:
            part.unlink(missing_ok=True)
            make_private(part)
            with closing(sqlite3.connect(part)) as copy:
                db.backup(copy)
        os.replace(part, target)
    except OSError as fault:
        raise Wrong(f"{target} cannot be written: {fault.strerror}") from fault
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    typer.echo(f"{source} is copied to {target} ({target.stat().st_size:,} bytes).")


@app.command()
def export(
    match: Annotated[int, typer.Argument(help="The number of the match; the table's log names it.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file instead of stdout.")] = None,
    database: Database = None,
) -> None:
    """Print a match as JSON, to be verified by anybody; without its secrets while its table is open."""
    with _reading(_database(database)) as db:
        exported = snapshot(partial(export_match, match_id=match))(db)
    text = json.dumps(exported, indent=2, ensure_ascii=False)
    if output is None:
        typer.echo(text)
        return
    try:
        output.write_text(f"{text}\n", "utf-8")
    except OSError as fault:
        raise Wrong(f"{output} cannot be written: {fault.strerror}") from fault


@app.command()
def migrate(database: Database = None, as_json: AsJson = False) -> None:
    """Bring the database to this version (`run` does it by itself)."""
    path = database or _settings().database
    before, after = asyncio.run(Store.migrate(path))
    if as_json:
        _json({"database": str(path), "before": before, "after": after})
    elif before == after:
        typer.echo(f"{path} is at version {after} already.")
    else:
        typer.echo(f"{path} went from version {before} to {after}.")


@app.command()
def emoji(
    out: Annotated[Path, typer.Option(help="The folder for the files.")] = Path("build/emoji"),
    keep: Annotated[
        bool, typer.Option("--keep", help="Write the hashes and the contact sheet of the repository too.")
    ] = False,
) -> None:
    """Draw cards, dice and coins into a folder, as they are uploaded to Discord, and a contact sheet."""
    from cogs.art import build

    try:
        count = build.write_files(out)
        if keep:
            build.keep()
    except OSError as fault:
        raise Wrong(f"{fault.filename} cannot be written: {fault.strerror}") from fault
    typer.echo(f"{count} emoji and a contact sheet are in {out}.")


class Finding(NamedTuple):
    """One thing that the doctor looked at. `ok` is None for what is neither good nor bad."""

    name: str
    ok: bool | None
    sentence: str


@app.command()
def doctor(
    database: Database = None,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord about the token.")] = False,
    as_json: AsJson = False,
) -> None:
    """Look at settings, database, disk, token and port, and say what is wrong."""
    settings = _settings()
    path = database or settings.database
    found = [
        _python(),
        *_file(path),
        _disk(path),
        _port(settings.playground_port),
        _token(settings, offline),
    ]
    if as_json:
        _json([finding._asdict() for finding in found])
    else:
        table = Table("", "What", "", box=None, show_header=False)
        for finding in found:
            mark = {True: "[green]ok[/]", False: "[red]no[/]", None: "[dim]--[/]"}[finding.ok]
            table.add_row(mark, finding.name, finding.sentence)
        _print(table)
    if any(finding.ok is False for finding in found):
        raise typer.Exit(1)


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), f"{version}, SQLite {sqlite3.sqlite_version}")


def _file(path: Path) -> list[Finding]:
    if not path.exists():
        return [Finding("Database", None, f"{path} is not there yet; the first start makes it.")]
    try:
        with _reading(path) as db:
            faults = snapshot(audit)(db)
    except Wrong as wrong:
        return [Finding("Database", False, str(wrong))]
    found = [Finding("Database", False, _sentence(fault)) for fault in faults]
    if not faults:
        found.append(Finding("Database", True, f"{path}: all books add up."))
    try:
        Lock(path).release()
    except StoreLocked:
        found.append(Finding("In use", None, "A bot is running on this database."))
    except StoreError as fault:
        found.append(Finding("Database", False, _sentence(fault)))
    return found


def _disk(path: Path) -> Finding:
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    free = shutil.disk_usage(folder).free
    writable = os.access(folder, os.W_OK)
    words = f"{free / 1e9:.1f} GB free" if writable else "nothing can be written there"
    return Finding("Disk", writable and free > 100_000_000, f"{folder}: {words}.")


def _port(port: int) -> Finding:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return Finding("Playground", None, f"Port {port} is in use, perhaps by a playground that runs.")
    return Finding("Playground", True, f"Port {port} is free.")


def _token(settings: Settings, offline: bool) -> Finding:
    from bot.run import BAD_TOKEN, token_of

    token = token_of(settings)
    if not token:
        return Finding("Token", None, "None is set, so `dicenight run` starts the playground.")
    if token.count(".") != 2:
        return Finding("Token", False, BAD_TOKEN)
    if offline:
        return Finding("Token", None, "One is set; Discord was not asked about it.")
    return asyncio.run(_asked(token))


async def _asked(token: str) -> Finding:
    """Log in, without connecting: that costs none of the day's identifies."""
    import aiohttp
    import discord

    from bot.run import BAD_TOKEN

    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure:
            return Finding("Token", False, BAD_TOKEN)
        except (aiohttp.ClientError, discord.HTTPException) as fault:
            return Finding("Token", False, f"Discord cannot be asked: {fault}.")
        return Finding("Token", True, f"Discord knows it: {client.user}.")


# ---- small things


def _print(table: Table) -> None:
    """A table on stdout, not squeezed where no terminal gives the width."""
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def _settings() -> Settings:
    """The settings. An empty line of `.env` counts as not set."""
    try:
        return Settings(_env_ignore_empty=True)
    except ValidationError as wrong:
        error = wrong.errors()[0]
        name = f"DICENIGHT_{'_'.join(map(str, error['loc']))}".upper()
        raise Wrong(f"{name} is not right: {error['msg']}; .env.example explains it.") from wrong


def _database(path: Path | None) -> Path:
    path = path or _settings().database
    if not path.is_file():
        raise Wrong(f"There is no database {path}; name another with --database or DICENIGHT_DATABASE.")
    return path


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The database, to be read only, whether a bot has it open or not."""
    try:
        with closing(to_read(path)) as db:
            yield db
    except sqlite3.DatabaseError as fault:
        raise Wrong(f"{path} cannot be read as a database of Dicenight: {fault}.") from fault


def _options(chosen: Sequence[str]) -> dict[str, Any]:
    """`name=value` as options: true, false and numbers as such, the rest as text."""
    options: dict[str, Any] = {}
    for each in chosen:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise Wrong(f"--set takes OPTION=VALUE, not {each!r}.")
        try:
            options[name.strip()] = json.loads(value)
        except json.JSONDecodeError:
            options[name.strip()] = value
    return options


if __name__ == "__main__":
    sys.exit(main())
