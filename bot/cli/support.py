"""Helpers that the commands share: errors, printing, settings, reading files."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from dotenv import dotenv_values
from pydantic import ValidationError
from rich.console import Console
from rich.table import Table

from bot.settings import Settings
from db.errors import is_full, no_room
from db.opening import Location, is_there, location_of

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Database = Annotated[
    str | None, typer.Option(help="The database; DICENIGHT_DATABASE by default.", show_default=False)
]

Create = Annotated[bool, typer.Option("--create", help="Make the database if there is none yet.")]


class CommandFailed(Exception):
    """A command whose answer is no. The message goes to stderr, and the exit status is 1."""


class UsageError(Exception):
    """An argument, file or setting that makes no sense. The message is a sentence, and the exit status is 2."""


def sentence(error: Exception | str) -> str:
    """Return an error as one sentence, on one line."""
    text = " ".join(str(error).split())
    if text.partition(" ")[0].isalpha():  # but keep the name of a file as it is
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else f"{text}."


def print_table(table: Table) -> None:
    """Print a table on stdout, 120 columns wide if the terminal's width is unknown."""
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def print_json(value: Any) -> None:
    """Print JSON on stdout."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def write_output(text: str, output: Path | None) -> None:
    """Write text to a file, or to stdout if none is named. Raises `UsageError`, or `NotSaved`; half a file is none."""
    if output is None:
        typer.echo(text)
        return
    part = output.with_name(f"{output.name}.part")
    try:
        part.write_text(f"{text}\n", "utf-8")
        part.replace(output)
    except OSError as fault:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if is_full(fault):
            raise no_room(output, fault) from fault
        raise UsageError(f"{output} cannot be written: {fault.strerror}") from fault


def read_json(path: Path) -> Any:
    """Read a file of JSON, or stdin for `-`. Raises `UsageError` with a sentence."""
    try:
        return json.loads(sys.stdin.read() if str(path) == "-" else path.read_text("utf-8"))
    except OSError as fault:
        raise UsageError(f"{path} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as wrong:
        raise UsageError(f"{path} is not JSON, not even text.") from wrong
    except (ValueError, RecursionError) as wrong:
        # besides broken JSON: a number of thousands of digits, lists in lists in lists
        raise UsageError(f"{path} is not JSON: {wrong}") from wrong


def without_markdown(text: str) -> str:
    """Return a sentence for Discord as plain text: no bold, and no backslash escapes."""
    return re.sub(r"\\([^\w\s])", r"\1", text.replace("**", ""))


def load_settings() -> Settings:
    """Read the settings. An empty line of `.env` counts as not set. Raises `UsageError`."""
    try:
        settings = Settings(
            _env_ignore_empty=True,
            # the folder in which systemd puts credentials, each in a file of its own: dicenight_token, ...
            _secrets_dir=os.environ.get("CREDENTIALS_DIRECTORY"),
        )
        _refuse_typos()
        return settings.with_token_read()
    except OSError as fault:
        raise UsageError(f"{fault.filename} cannot be read: {fault.strerror}") from fault
    except UnicodeDecodeError as wrong:
        raise UsageError(f".env is no text in UTF-8: {wrong}") from wrong
    except ValidationError as wrong:
        error = wrong.errors()[0]
        name = f"DICENIGHT_{'_'.join(map(str, error['loc']))}".upper()
        raise UsageError(f"{name} is not right: {error['msg']}; .env.example explains it.") from wrong


def _refuse_typos() -> None:
    """Raise `UsageError` for a variable that is no setting, but nearly one."""
    known = {f"DICENIGHT_{name}".upper() for name in Settings.model_fields}
    for name in {*os.environ, *dotenv_values(".env")}:
        if name in known or not name.startswith("DICENIGHT_"):
            continue
        meant = get_close_matches(name, known, n=1, cutoff=0.9)
        if meant:
            raise UsageError(f"{name} is no setting; {meant[0]} is.")


def named_location(database: str | None) -> Location:
    """Return the location of the given database, or else of the configured one."""
    return load_settings().database if database is None else location_of(database)


def check_is_meant(location: Location, *, create: bool) -> None:
    """Ask before a new database file is made. Raises `UsageError` if nobody can be asked, and `typer.Abort` on a no.

    A mistyped path would otherwise be a house without members and money. A folder that is empty was made for a first
    start, as a new volume is.
    """
    if create or is_there(location):
        return
    path = Path(location)
    if path.parent.is_dir() and not any(path.parent.iterdir()):
        return
    if sys.stdin.isatty():
        typer.confirm(f"There is no database {path} yet. Make a new one?", abort=True)
        return
    raise UsageError(f"There is no database {path}. If it is to be a new one, say --create once.")


def existing_database(database: str | None) -> Location:
    """Return the given database, or else the configured one. Raises `UsageError` if it does not exist."""
    location = named_location(database)
    if not is_there(location):
        raise UsageError(
            f"There is no database {location}; name another with --database or DICENIGHT_DATABASE."
        )
    return location


def options_of(chosen: Sequence[str]) -> dict[str, Any]:
    """Read `name=value` options: true, false and numbers as JSON, anything else as text. Raises `UsageError`."""
    options: dict[str, Any] = {}
    for each in chosen:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise UsageError(f"--set takes OPTION=VALUE, not {each!r}.")
        try:
            options[name.strip()] = json.loads(value)
        except json.JSONDecodeError:
            options[name.strip()] = value
    return options
