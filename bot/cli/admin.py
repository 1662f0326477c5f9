"""`dicenight admin`: the host's own commands, which work while the bot runs.

What only a running bot can do is written into the database as an order, and its answer is waited for.
"""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.cli.support import (
    AsJson,
    CommandFailed,
    Database,
    UsageError,
    existing_database,
    print_json,
    print_table,
    write_output,
)
from bot.clock import DAY
from bot.places import host_orders
from bot.places.host_orders import RuleKind
from bot.places.place import Place, PlaceKind
from bot.startup.load_rows import load_rows
from db import personal_data, places
from db.archives.writing import (
    AT_ONCE,
    faults_of_archive,
    leave_for_archive,
    move_archives,
    old_matches,
    register_archive,
    write_archive,
)
from db.backend.connection import Connection
from db.backend.json_text import Json
from db.members import members_of, places_of
from db.opening import Location, reading, write_beside
from games.registry import GAMES, rules_of

app = typer.Typer(help="Block, delete, announce: the host's own commands, also while the bot runs.")

PATIENCE = 15.0
"""Seconds for running processes to answer an order."""
BETWEEN_UNITS = 0.05
"""Seconds in which a running bot can save, between two units of an archive."""
PAUSE = 0.25
"""Seconds between two looks for an answer."""

Who = Annotated[Literal["user", "server"], typer.Argument(help="A person, or a whole server.")]
Id = Annotated[int, typer.Argument(min=1, help="The id on Discord.")]
Why = Annotated[str, typer.Option(help="Words for the person who is refused.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
Wait = Annotated[bool, typer.Option("--wait/--no-wait", help="Wait for the answer of a running bot.")]


@app.command()
def block(who: Who, subject: Id, why: Why = "", wait: Wait = True, database: Database = None) -> None:
    """Keep a person or a server from using the bot anywhere; it leaves a blocked server."""
    location = existing_database(database)
    write_beside(location, lambda db: host_orders.set_rule(db, time.time(), who, str(subject), why))
    _give(location, f"block {who}", str(subject), why, wait=wait)


@app.command()
def unblock(who: Who, subject: Id, wait: Wait = True, database: Database = None) -> None:
    """Let a person or a server use the bot again."""
    location = existing_database(database)
    _drop(location, who, str(subject), f"That {who} is not blocked.")
    _give(location, "changed", str(subject), "", wait=wait)


@app.command()
def leave(server: Id, wait: Wait = True, database: Database = None) -> None:
    """Leave a server; its tables close, and everyone has their stake back."""
    _give(existing_database(database), "leave", str(server), "", wait=wait)


@app.command()
def game(
    key: Annotated[str, typer.Argument(help="The game's key, as `dicenight games` lists it.")],
    state: Annotated[Literal["on", "off"], typer.Argument(help="Whether it may be played.")],
    why: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    database: Database = None,
) -> None:
    """Switch a game on or off everywhere; matches that run are played to their end."""
    if key not in GAMES:
        raise UsageError(f"There is no game {key!r}; `dicenight games` lists them.")
    location = existing_database(database)
    if state == "off":
        write_beside(location, lambda db: host_orders.set_rule(db, time.time(), "game", key, why))
    else:
        _drop(location, "game", key, f"{key} is not switched off.")
    typer.echo(f"{GAMES[key].title} is switched {state}.")


@app.command()
def say(
    words: Annotated[str, typer.Argument(help="The sentence, as members read it.")],
    wait: Wait = True,
    database: Database = None,
) -> None:
    """Say something in the channel of every open table, such as that the bot will be away."""
    if not 0 < len(words.strip()) <= 2000:
        raise UsageError("A message on Discord has 1 to 2,000 characters.")
    _give(existing_database(database), "say", "", words.strip(), wait=wait)


@app.command("delete")
def delete(who: Who, subject: Id, yes: Yes = False, wait: Wait = True, database: Database = None) -> None:
    """Delete what is stored about a person everywhere, or about all members of a server, on their request."""
    location = existing_database(database)
    if not yes:
        typer.confirm(f"Delete the data of {who} {subject} for good?", abort=True)
    _give(location, "delete member" if who == "user" else "delete server", str(subject), "", wait=wait)


@app.command()
def export(
    who: Who,
    subject: Id,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file instead of stdout.")] = None,
    database: Database = None,
) -> None:
    """Print everything stored about a person in every place, or about a server, as JSON, on their request."""
    load_rows()
    with reading(existing_database(database)) as db, db.snapshot():
        stored = _of_person(db, subject) if who == "user" else _of_server(db, subject)
    if not stored:
        raise CommandFailed(f"Nothing is stored about {who} {subject}")
    write_output(json.dumps(stored, indent=2, ensure_ascii=False), output)


def _of_person(db: Connection, user_id: int) -> Json:
    """Return what is stored about a person, place by place."""
    stored = []
    for key in places_of(db, user_id):
        place = Place.from_key(key)
        where: Json = {"kind": place.kind.value, "id": place.number}
        stored.append(personal_data.export_member(db, key, user_id) | {"place": where})
    return stored


def _of_server(db: Connection, guild_id: int) -> Json:
    """Return the settings of a server and what is stored about each of its members; nothing if there is neither."""
    key = Place(PlaceKind.GUILD, guild_id).key
    found = places.settings(db, key)
    each = [personal_data.export_member(db, key, user_id) for user_id in members_of(db, key)]
    return {"server": guild_id, "settings": found, "members": each} if found or each else None


@app.command()
def matches(database: Database = None, as_json: AsJson = False) -> None:
    """List the matches in play, and what this release will do to them when it takes over."""
    with reading(existing_database(database)) as db, db.snapshot():
        computers = db.execute(
            "SELECT tables.game, policy FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE phase <> 'closed' AND policy IS NOT NULL"
        ).fetchall()
        rows = db.execute(
            "SELECT matches.id, tables.id, tables.guild_id, matches.opened, matches.game, matches.version FROM matches"
            " JOIN tables ON tables.id = matches.table_id WHERE matches.state = 'playing' ORDER BY matches.id"
        ).fetchall()
    listed = []
    for number, table, place_key, opened, key, version in rows:
        known = GAMES.get(key)
        goes_on = known is not None and rules_of(key, version).version == version
        listed.append(
            {
                "match": number,
                "table": table,
                "place": Place.from_key(place_key).number,
                "game": key,
                "since": datetime.fromtimestamp(opened, UTC).isoformat(timespec="minutes"),
                "rules": version,
                "rules_of_this_release": known.version if known else None,
                "goes_on": goes_on,
            }
        )
    if as_json:
        print_json(listed)
        return
    shown = Table(
        "Match", "Table", "Place", "Game", "Since", "With this release", box=None, header_style="bold"
    )
    for row in listed:
        then = "goes on" if row["goes_on"] else f"is called off (rules {row['rules']}), stakes go back"
        shown.add_row(*(str(row[name]) for name in ("match", "table", "place", "game", "since")), then)
    print_table(shown)
    lost = sum(not row["goes_on"] for row in listed)
    typer.echo(f"{len(listed)} matches are in play; this release would call off {lost} of them.")
    weaker = sum(key in GAMES and not GAMES[key].knows_strength(policy) for key, policy in computers)
    if weaker:
        typer.echo(f"Computer players whose strength is gone, and who would play as regulars: {weaker}.")


@app.command()
def archive(
    folder: Annotated[
        Path, typer.Argument(help="Where archives stand, as every process of the bot reaches it.")
    ],
    older_than: Annotated[
        int, typer.Option(min=30, metavar="DAYS", help="Matches that ended so many days ago leave.")
    ] = 365,
    moved: Annotated[
        bool, typer.Option("--moved", help="Archive nothing: the archives have been moved to this folder.")
    ] = False,
    database: Database = None,
) -> None:
    """Move the answers of old matches into a file that verify, export and look back go on reading."""
    location, folder = existing_database(database), folder.resolve()
    if moved:
        _move_archives(location, folder)
        return
    now = time.time()
    with reading(location) as db, db.snapshot():
        old = old_matches(db, now - older_than * DAY)
    if not old:
        typer.echo(f"No match that may leave ended over {older_than} days ago.")
        return
    path = folder / f"matches-{datetime.fromtimestamp(now, UTC).strftime('%Y%m%d-%H%M%S')}.db"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with reading(location) as db, db.snapshot():
            answers = write_archive(db, path, old)
    except OSError as fault:
        raise CommandFailed(f"{path} cannot be written: {fault.strerror}") from fault
    faults = faults_of_archive(path)
    if faults:
        raise CommandFailed(f"{path} is damaged, and nothing is deleted: {faults[0]}")
    number = write_beside(location, lambda db: register_archive(db, now, path))
    stderr = Console(stderr=True)
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task("Matches", total=len(old))
        for at in range(0, len(old), AT_ONCE):
            some = old[at : at + AT_ONCE]
            write_beside(location, partial(leave_for_archive, archive=number, path=path, matches=some))
            progress.advance(task, len(some))
            time.sleep(BETWEEN_UNITS)
    done = f"{len(old):,} matches with {answers:,} answers have left for {path}."
    write_beside(location, lambda db: host_orders.note_done(db, time.time(), "archive", str(folder), done))
    typer.echo(f"{done} Keep that file, and back it up: the database has only their results and money.")


def _move_archives(location: Location, folder: Path) -> None:
    missing = write_beside(location, lambda db: move_archives(db, folder))
    if missing:
        raise CommandFailed(f"{missing[0].file} is not in {folder}; nothing is changed.")
    done = f"All archives are in {folder} now."
    write_beside(location, lambda db: host_orders.note_done(db, time.time(), "archive", str(folder), done))
    typer.echo(done)


@app.command()
def log(database: Database = None, as_json: AsJson = False) -> None:
    """List what is blocked and switched off, and every order with its answers."""
    with reading(existing_database(database)) as db, db.snapshot():
        rules = host_orders.rules(db)
        orders = [(order, host_orders.answers_to(db, order.id)) for order in host_orders.orders_after(db, 0)]
    if as_json:
        print_json(
            {
                "rules": [rule._asdict() for rule in rules],
                "orders": [{**order._asdict(), "answers": answers} for order, answers in orders],
            }
        )
        return
    for rule in rules:
        state = "switched off" if rule.kind == "game" else "blocked"
        typer.echo(f"{rule.kind} {rule.subject} is {state} since {_day(rule.at)}. {rule.note}".rstrip())
    for order, answers in orders:
        done = " ".join(each for each in answers if each)
        done = done or ("Nothing to do." if answers else "Not answered yet.")
        typer.echo(f"{_day(order.at)}  {order.action} {order.subject} {order.note}".rstrip() + f": {done}")


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _drop(location: Location, kind: RuleKind, subject: str, missing: str) -> None:
    if not write_beside(location, lambda db: host_orders.drop_rule(db, kind, subject)):
        raise CommandFailed(missing)


def _give(location: Location, action: str, subject: str, note: str, *, wait: bool) -> None:
    """Give an order to the running processes, and tell what they answer."""
    number = write_beside(location, lambda db: host_orders.give_order(db, time.time(), action, subject, note))
    deadline = time.monotonic() + (PATIENCE if wait else 0.0)
    answers: list[str] = []
    while True:
        with reading(location) as db, db.snapshot():
            answers = host_orders.answers_to(db, number)
        # the others answer within the same few seconds; what they did is in `dicenight admin log`
        if any(answers) or time.monotonic() >= deadline:
            break
        time.sleep(PAUSE)
    if not answers:
        typer.echo(f"Order {number} is written down; the bot carries it out as soon as it runs.")
        return
    for sentence in [each for each in answers if each] or ["Done: there was nothing more to do."]:
        typer.echo(sentence)
    if any(each.startswith(host_orders.FAILED) for each in answers):
        raise typer.Exit(1)
