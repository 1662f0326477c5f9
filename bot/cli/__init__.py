"""The command line: `dicenight run`, `games`, `decks`, `simulate`, `verify`, `replay`, `rehearse`, `emoji`, and the
database's.

A mistyped command prints one sentence and exits with status 2. Status 1 means that the answer is no: a match that does
not verify, a broken invariant, a fault that the doctor found.
"""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bot.cli import admin
from bot.cli import database as database_commands
from bot.cli.simulate import InvariantBroken, Simulation
from bot.cli.support import (
    AsJson,
    CommandFailed,
    Create,
    Database,
    UsageError,
    check_is_meant,
    existing_database,
    load_settings,
    options_of,
    print_json,
    print_table,
    read_json,
    sentence,
    without_markdown,
)
from bot.fleet.plan import BadPlan, ShardPlan
from bot.monitoring.probe import told
from bot.monitoring.watchdog import ended_if_hung
from db.errors import NotSaved, StoreAway, StoreError
from db.opening import reading
from db.postgres.address import is_postgres
from games.engine.errors import BadOptions, GameError
from games.registry import GAMES, rules_of

log = logging.getLogger(__name__)

app = typer.Typer(
    name="dicenight",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    # wide enough that the list of commands cuts no sentence short
    context_settings={"terminal_width": 120},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, and return the exit status. A user's error is a sentence, never a traceback."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        status = app(args=args or ["--help"], prog_name="dicenight", standalone_mode=False)
    except typer.TyperException as wrong:
        typer.echo(sentence(wrong.format_message()), err=True)
        return wrong.exit_code
    except (CommandFailed, InvariantBroken, UsageError, BadOptions, StoreError) as wrong:
        typer.echo(sentence(wrong), err=True)
        return _status_of(wrong)
    except typer.Abort:
        return 130
    return status if isinstance(status, int) else 0


def _print_version(asked: bool) -> None:
    if asked:
        python = ".".join(map(str, sys.version_info[:3]))
        typer.echo(f"Dicenight {version('dicenight')}, Python {python}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say which release this is."),
    ] = False,
) -> None:
    """Dice and card nights for Discord, with play money."""


def _status_of(fault: Exception) -> int:
    """Return the exit status for a fault: 1 if it may go better the next time, 2 if something has to be set right."""
    match fault:
        case CommandFailed() | InvariantBroken() | StoreAway() | NotSaved():
            return 1
        case _:
            return 2


# ---- playing


@app.command()
def run(
    playground: Annotated[
        bool, typer.Option("--playground", help="Play on this machine: no account, no token.")
    ] = False,
    discord: Annotated[
        bool, typer.Option("--discord", help="Connect to Discord with DICENIGHT_TOKEN.")
    ] = False,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Take the place of the process on this database; nobody notices."),
    ] = False,
    shards: Annotated[
        str, typer.Option(help="Serve shards beside other processes, on PostgreSQL: auto, auto/8, or 0-3/8.")
    ] = "",
    create: Create = False,
) -> None:
    """Start the bot: against Discord if there is a token, else in the playground."""
    from bot.monitoring.logs import set_up_logging
    from bot.monitoring.sentry import NoSentry, start_reporting
    from bot.startup import run as process
    from bot.startup.errors import CannotRun
    from playground import Playground

    settings = load_settings()
    try:
        plan = ShardPlan.parse(shards) if shards else None
    except BadPlan as wrong:
        raise UsageError(f"--shards: {wrong}.") from wrong
    if plan is not None and (playground or not is_postgres(settings.database)):
        raise UsageError("--shards needs Discord and a PostgreSQL database.")
    if playground and discord:
        raise UsageError("--playground and --discord do not go together: choose one.")
    locally = playground or not (discord or settings.bot_token)
    quiet = locally and settings.log_level == "INFO"
    set_up_logging(settings.log_level, style=settings.log_format, quiet=quiet)
    if settings.sentry is not None:
        try:
            start_reporting(settings.sentry.get_secret_value(), version("dicenight"))
        except NoSentry as missing:
            raise UsageError(str(missing)) from missing
    if not locally and settings.bot_token:
        check_is_meant(settings.database, create=create)
    server = Playground(port=settings.playground_port) if locally else None
    if server is not None:
        server.add_places_without_bot()
    say = log.info if settings.log_format == "json" else typer.echo

    async def watched() -> None:
        async with AsyncExitStack() as held:
            if server is None:  # a laptop that sleeps is no fault of the playground
                await held.enter_async_context(ended_if_hung())
            await process.run(settings, server, say=say, replace=replace, plan=plan)

    try:
        asyncio.run(watched())
    except (CannotRun, StoreError) as reason:
        fault: Exception = reason
        if isinstance(reason, CannotRun):
            fault = (UsageError if reason.status == 2 else CommandFailed)(str(reason))
        if settings.log_format == "json":  # JSON to its last line
            log.error("%s", sentence(fault))
            raise typer.Exit(_status_of(fault)) from reason
        raise fault from reason


@app.command()
def health(
    ready: Annotated[
        bool, typer.Option("--ready", help="Ask whether members are served, not only if it runs.")
    ] = False,
) -> None:
    """Ask a running bot if it is well, at the port of DICENIGHT_MONITORING_PORT; status 1 if not."""
    settings = load_settings()
    if not settings.monitoring_port:
        raise UsageError("There is nothing to ask: set DICENIGHT_MONITORING_PORT, for the bot too.")
    raise typer.Exit(told(settings.monitoring_host, settings.monitoring_port, ready=ready))


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games; with --json their options too."""
    if as_json:
        print_json(
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
    print_table(table)


@app.command()
def decks(
    path: Annotated[
        Path | None,
        typer.Argument(help="A deck or a folder of decks to check; DICENIGHT_DECKS if none is named."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check decks of your own, and list the tavern's characters with what their cards are worth."""
    from bot.startup.own_decks import BadDecks, about_characters, read_own
    from games.tavern.decks.balance import COLUMNS

    try:
        own = read_own(path or load_settings().decks)
    except BadDecks as wrong:
        raise UsageError(str(wrong)) from wrong
    characters = about_characters(own)
    if as_json:
        print_json(characters)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("Key", "Character", "System", "Cards"):
        table.add_column(column, no_wrap=True)
    for column in COLUMNS:
        table.add_column(column)
    for character in characters:
        name = f"{character['name']} (own)" if character["own"] else character["name"]
        worth = (f"{n:.1f}" for n in character["worth"].values())
        table.add_row(character["key"], name, character["system"] or "", str(character["cards"]), *worth)
    print_table(table)


@app.command()
def simulate(
    key: Annotated[str, typer.Argument(help="The game's key, as `dicenight games` lists it.")] = "",
    house: Annotated[
        str | None,
        typer.Option(metavar="SEED", help="Instead of a game, whole houses with faults: a seed, or 1:200."),
    ] = None,
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
    """Play many matches with computer players only, count the results, and check the rules' invariants."""
    if house is not None:
        # a process of its own, whose clock and luck follow from the seed
        raise typer.Exit(subprocess.call([sys.executable, "-m", "bot.simulation", house]))
    if not key:
        raise typer.BadParameter("Missing argument 'KEY', or --house with a seed.")
    played = Simulation(key, seats, seed, options_of(chosen or ()), policy or ())
    stderr = Console(stderr=True)
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as progress:
        task = progress.add_task(key, total=matches)
        played.play(matches, lambda: progress.advance(task))
    report = played.report()
    if as_json:
        print_json(report)
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
    print_table(table)


@app.command()
def verify(
    path: Annotated[Path, typer.Argument(help="A match that was exported, as JSON; - reads stdin.")],
    fingerprint: Annotated[
        str | None, typer.Option(help="The table's fingerprint as you noted it, or its first 16 digits.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play an exported match again from its revealed seed, and say whether everything agrees."""
    from bot.matches.verify import verify_export

    try:
        verdict = verify_export(read_json(path), fingerprint)
    except ValueError as wrong:
        raise UsageError(f"{path}: {wrong}") from wrong
    if as_json:
        beacon = None if verdict.beacon is None else verdict.beacon.model_dump(mode="json")
        print_json({"ok": verdict.ok, "sentence": verdict.sentence, "rows": verdict.rows, "beacon": beacon})
    else:
        typer.echo(verdict.sentence)
        if verdict.beacon is not None:
            out = datetime.fromtimestamp(verdict.beacon.due, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
            typer.echo(
                f"Round {verdict.beacon.round} of the public beacon came out at {out}. "
                "The message in the channel that announced it must be older."
            )
    if not verdict.ok:
        raise typer.Exit(1)


@app.command()
def replay(
    match: Annotated[
        str, typer.Argument(help="The number of a match, or a file that `export` has written; - reads stdin.")
    ],
    seat: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="SEAT", help="The seat's number from 0, or its member's name; else a spectator."
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many answers, as a step of looking back does.")
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Print the log of a match, line by line, as a seat or a spectator saw it, and how it ended."""
    from bot.face.text.card_names import use_match_cards
    from bot.face.text.templates import Renderer
    from bot.matches.exported_match import version_note
    from bot.matches.replay import RecordedMatch, outcome_lines
    from bot.matches.replay import replay as play_again

    try:
        if match.isdecimal() and not Path(match).exists():
            with reading(existing_database(database)) as db, db.snapshot():
                record = RecordedMatch.from_database(db, int(match))
        else:
            record = RecordedMatch.from_export(read_json(Path(match)))
        viewer = record.viewer(seat)
    except ValueError as wrong:
        raise UsageError(str(wrong)) from wrong
    game = rules_of(record.header.game, record.header.version)
    use_match_cards(game.card_faces(game.parse_options(record.header.options)))
    try:
        replayed = play_again(record, viewer, step)
    except GameError as wrong:
        note = version_note(record.header, game)
        raise CommandFailed(
            f"Match {record.number} cannot be played by these rules: {wrong}.{note}"
        ) from wrong
    renderer = Renderer(replayed.names)
    lines = [without_markdown(renderer.say(line)) for line in replayed.lines]
    ending = outcome_lines(replayed, lambda line: without_markdown(renderer.say(line)))
    viewer_name = record.seat_names.get(viewer, "a spectator")
    if as_json:
        print_json({"match": record.number, "as": viewer_name, "lines": lines, "ending": ending})
    else:
        typer.echo(f"Match {record.number}, {replayed.title}, as {viewer_name} saw it")
        typer.echo("\n".join(["", *lines, "", *ending]))
    if not replayed.agrees:
        raise typer.Exit(1)


@app.command()
def rehearse(
    channel: Annotated[int, typer.Argument(help="The id of a text channel of a private server.")],
    out: Annotated[
        Path | None, typer.Option(help="A file for the shapes of Discord's answers; it holds no secret.")
    ] = None,
    against: Annotated[
        Path | None, typer.Option(help="Such a file: tell what Discord answers otherwise than then.")
    ] = None,
) -> None:
    """Try on Discord itself what the first night would show, in a channel of your own."""
    import aiohttp

    from bot.cli.rehearsal import Finding, differences
    from bot.cli.rehearsal import rehearse as try_everything

    token = load_settings().bot_token
    if not token:
        raise UsageError("There is no token: set DICENIGHT_TOKEN.")
    earlier = None if against is None else read_json(against)
    if out is not None:
        # minutes of tries must not end at a folder that is not there
        try:
            out.touch()
        except OSError as fault:
            raise UsageError(f"{out} cannot be written: {fault.strerror}") from fault
    signs = {"pass": "ok  ", "fail": "FAIL", "told": "    "}

    def tell(found: Finding) -> None:
        typer.echo(f"{signs[found.outcome]} {found.sentence}")

    try:
        findings, recorded = asyncio.run(try_everything(token, channel, tell))
    except aiohttp.ClientError as fault:
        raise CommandFailed(f"Discord cannot be reached: {fault}.") from fault
    if out is not None:
        out.write_text(json.dumps(recorded, indent=1) + "\n", "utf-8")
    changed = [] if earlier is None else list(differences(earlier, recorded))
    for each in changed:
        typer.echo(f"     {each}")
    failed = sum(found.outcome == "fail" for found in findings)
    typer.echo(f"{len(findings)} steps, {failed} failed.")
    if failed or changed:
        raise typer.Exit(1)


# ---- the host, the database and the drawings

app.add_typer(admin.app, name="admin")

for command in (
    database_commands.backup,
    database_commands.export,
    database_commands.migrate,
    database_commands.move,
    database_commands.deeds,
):
    app.command()(command)


@app.command()
def emoji(
    out: Annotated[Path, typer.Option(help="The folder for the files.")] = Path("build/emoji"),
    keep: Annotated[
        bool, typer.Option("--keep", help="Write the hashes and the contact sheet of the repository too.")
    ] = False,
) -> None:
    """Draw cards, dice and coins into a folder, as they are uploaded to Discord, and a contact sheet."""
    from bot.face.art import build

    try:
        count = build.write_files(out)
        if keep:
            build.keep()
    except OSError as fault:
        raise UsageError(f"{fault.filename} cannot be written: {fault.strerror}") from fault
    typer.echo(f"{count} emoji and a contact sheet are in {out}.")


app.command()(database_commands.doctor)
