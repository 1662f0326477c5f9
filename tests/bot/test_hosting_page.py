"""Every step of docs/hosting.md is done, as it stands there.

The page's blocks are run by a shell, one after the other, in a copy of the project under a folder that stands for `/`.
For what only a host's own machine has (`systemctl`, `docker`, `kubectl` ...) there is a stand-in that writes down how
it was called, and what it was given is held against `deploy/`, the Makefile and the Dockerfile. Every `dicenight` is
then really run, on a house that was played in; `run` itself is only read here, since other tests
start it in processes (tests/e2e/test_bad_days.py, test_handover.py, test_shards.py). A program without a stand-in, a
setting that is none, and a block of a new kind fail the test.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main
import yaml

from bot.cli import app
from bot.settings import Settings
from db.opening import open_store
from tests.bot.conftest import Typed
from tests.bot.test_cli import played
from tests.bot.test_deploy import DEPLOY, ROOT, load

PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
ADDRESS = "postgresql://dicenight:secret@db.example/dicenight"
MATCH, NUMBER = 12, 1234567890
"""The match, the member and the server that the page names."""
PLACES = ("/srv/dicenight", "/backups", "/etc/systemd/system")
"""Folders of a host's machine that are folders of the test instead."""
REAL = ("bash", "basename", "chmod", "cp", "ln", "mkdir", "mv")
"""Programs that the shell really runs."""
STANDS_IN = """#!/bin/bash
{ printf '%s\\x1f' "$(basename "$0")" "$@"; printf '\\x1e'; } >> "$CALLS"
"""
DOES_TOO = {
    "install": 'mkdir -p "${@: -1}"',
    "sudo": 'shift 2; exec "$@"',
}
"""What a stand-in does besides."""
SYSTEM_USER = "dicenight"


class Block(NamedTuple):
    """A block of the page, by the heading above it."""

    heading: str
    text: str

    @property
    def lines(self) -> list[str]:
        """Its lines that say something."""
        return [line for line in self.text.splitlines() if line and not line.startswith("#")]

    @property
    def is_settings(self) -> bool:
        """True for lines of `.env` alone."""
        return all(re.match(r"[A-Z_]+=", line) for line in self.lines)


def blocks() -> list[Block]:
    """All blocks of the page, in order. One in a list stands four columns further to the right."""
    found, heading = [], ""
    for part in re.split(r"\n\n(?! {4})", PAGE):
        if part.startswith("#"):
            heading = part.lstrip("# ").splitlines()[0]
        for text in re.findall(r"(?:^|\n)((?: {4,}.*(?:\n+|$))+)", "\n" + part):
            lines = [line for line in text.splitlines() if line.strip()]
            indent = min(len(line) - len(line.lstrip()) for line in lines)
            if indent >= 4 and not lines[0].lstrip().startswith("|"):
                found.append(Block(heading, "\n".join(line[indent:] for line in lines)))
    return found


Call = list[str]


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """Run the page, and return how each stand-in was called, in order."""
    root = tmp_path_factory.mktemp("host")
    bin, home, log = root / "bin", root / "srv/dicenight", root / "calls"
    for folder in (bin, home, root / "backups", root / "etc/systemd/system", home / ".venv/bin"):
        folder.mkdir(parents=True)
    for name in REAL:
        (bin / name).symlink_to(shutil.which(name) or "")
    names = [*CHECKS, *DOES_TOO]
    for name in names:
        path = bin / name
        path.write_text(STANDS_IN + DOES_TOO.get(name, ""), "utf-8")
        path.chmod(0o755)
    for name in ("dicenight", "python"):
        (home / ".venv/bin" / name).symlink_to(bin / name)
    shutil.copytree(DEPLOY, home / "deploy")
    shutil.copy(ROOT / ".env.example", home)
    for block in blocks():
        if block.is_settings or block.text.startswith("table.example.org"):
            continue
        # what a bot that has played leaves
        for name in ("dicenight.db", "dicenight.db-wal", ".dicenight.db-litestream"):
            (home / "data").mkdir(exist_ok=True)
            (home / "data" / name).touch()
        shutil.rmtree(home / "lost", ignore_errors=True)
        text = "\n".join(line for line in block.text.splitlines() if not re.match(r"[A-Z_]+=", line))
        for place in PLACES:
            text = re.sub(rf"(?<![\w/]){place}", f"{root}{place}", text)
        done = subprocess.run(
            [bin / "bash", "-euc", text],
            cwd=home,
            env={"PATH": str(bin), "CALLS": str(log)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), f"{block.heading}:\n{block.text}\n{done.stderr}"
    assert (home / ".env").stat().st_mode & 0o077 == 0
    assert (root / "etc/systemd/system/dicenight@.service").is_file()
    text = log.read_text("utf-8").replace(str(root), "")
    return [call.split("\x1f")[:-1] for call in text.split("\x1e")[:-1]]


# ---- what stand-ins are given


def check_systemctl(words: Call) -> None:
    units = {path.name for path in (DEPLOY / "systemd").iterdir()}
    for word in words[2:]:
        if not word.startswith("-"):
            name = re.sub(r"@[\w*]+", "@", word)
            assert {name, f"{name}.service"} & units, word
    assert words[1] in ("daemon-reload", "enable", "start", "stop")


def check_user(words: Call) -> None:
    assert words[-1] == SYSTEM_USER
    units = [path.read_text("utf-8") for path in (DEPLOY / "systemd").glob("dicenight[@-]*.service")]
    users = {user for unit in units for user in re.findall(r"^User=(\S+)", unit, re.MULTILINE)}
    assert users == {SYSTEM_USER}


def check_owner(words: Call) -> None:
    assert words[1] == f"{SYSTEM_USER}:"
    assert words[2] in (".env", "data/dicenight.db")


def check_install(words: Call) -> None:
    assert words[1:] == ["-d", "-o", SYSTEM_USER, "-g", SYSTEM_USER, "-m", "0700", "data"]


def check_sudo(words: Call) -> None:
    assert words[1:3] == ["-u", SYSTEM_USER]


def check_make(words: Call) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(words[1:]) <= set(targets)


def check_python(words: Call) -> None:
    """The wheel: tests/bot/test_wheel.py builds it with the same words."""
    assert words[1:5] == ["-m", "pip", "wheel", "--no-deps"]


def check_pip(words: Call) -> None:
    assert words[1] == "install"
    assert re.fullmatch(r"build/dicenight-\*\.whl|dicenight\[postgres\]", words[2])
    assert "\npostgres = [" in (ROOT / "pyproject.toml").read_text("utf-8")


def check_docker(words: Call) -> None:
    if words[1] != "compose":
        options = {"--name", "--env-file", "-v", "--read-only", "--tmpfs", "--restart"}
        assert {word for word in words if word.startswith("-")} - {"-t", "-d"} <= options
        assert words[1] in ("build", "run")
        assert "VOLUME /data\n" in (ROOT / "Dockerfile").read_text("utf-8")
        return
    assert words[2:6] == ["-f", "deploy/compose.yaml", "--env-file", ".env"]
    services: dict[str, Any] = load("compose.yaml")["services"]
    profiles = {profile for each in services.values() for profile in each.get("profiles", ())}
    rest = words[6:]
    if rest[0] == "--profile":
        assert rest[1] in profiles
        rest = rest[2:]
    if rest[0] == "run":
        assert next(word for word in rest[1:] if word in ("bot", "litestream")) in services
    else:
        assert rest[0] == "up"
        assert set(rest[1:]) <= {"-d", "--build"}


def check_kubectl(words: Call) -> None:
    if words[1:3] == ["apply", "-f"]:
        assert list(yaml.safe_load_all((ROOT / words[3]).read_text("utf-8")))
        return
    assert words[1:4] == ["create", "secret", "generic"]
    _, pod = yaml.safe_load_all((DEPLOY / "kubernetes" / "dicenight.yaml").read_text("utf-8"))
    [container] = pod["spec"]["template"]["spec"]["containers"]
    assert container["envFrom"] == [{"secretRef": {"name": words[4]}}]
    assert words[5].startswith("--from-literal=DICENIGHT_TOKEN=")


def check_litestream(words: Call) -> None:
    """tests/e2e/test_litestream.py restores with the program itself."""
    assert words[1:4] == ["restore", "-o", str(Settings.model_fields["database"].default)]


def check_createdb(words: Call) -> None:
    assert words[1:] == ["--owner", "dicenight", "--encoding", "UTF8", "dicenight"]


def check_dicenight(words: Call) -> None:
    """Each is run by a test below; here its options are known."""
    command: Any = typer.main.get_command(app)
    rest = words[1:]
    while rest and hasattr(command, "commands"):
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context(words[1], list(rest), resilient_parsing=False)


CHECKS: dict[str, Callable[[Call], None]] = {
    "chown": check_owner,
    "createdb": check_createdb,
    "dicenight": check_dicenight,
    "docker": check_docker,
    "install": check_install,
    "kubectl": check_kubectl,
    "litestream": check_litestream,
    "make": check_make,
    "pip": check_pip,
    "pipx": check_pip,
    "python": check_python,
    "sudo": check_sudo,
    "systemctl": check_systemctl,
    "useradd": check_user,
}
"""All stand-ins: programs that need a host's own machine, its root, a network or an engine of containers."""


def test_what_only_a_host_has_is_called_with_what_there_is(calls: list[Call]) -> None:
    for words in calls:
        CHECKS[words[0]](words)
    assert {words[0] for words in calls} == CHECKS.keys(), "a stand-in that nothing calls can go"


# ---- dicenight


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which the match was played, with the member on the server."""
    folder = tmp_path_factory.mktemp("house")

    async def play() -> list[int]:
        async with await open_store(folder / "data/dicenight.db") as store:
            await store.member(NUMBER, NUMBER, "Cid")
        return [await played(folder / "data/dicenight.db") for _ in range(MATCH)]

    (folder / "data").mkdir()
    assert asyncio.run(play())[-1] == MATCH
    return folder


def test_each_dicenight_of_the_page_does_what_it_says(
    calls: list[Call],
    house: Path,
    dicenight: Callable[..., Typed],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.cli.admin.PATIENCE", 0.0)  # no bot runs that would carry the orders out
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n" * len(calls)))  # to what asks before it deletes
    done = set()
    for program, *words in calls:
        if program != "dicenight" or words[0] == "run" or ADDRESS in words:
            continue
        folder = tmp_path / words[0]
        if not folder.exists():
            shutil.copytree(house, folder)
        monkeypatch.chdir(folder)
        if "match.json" in words:
            assert dicenight("export", MATCH, "-o", "match.json")[0] == 0
        typed = [str(folder) + word if word.startswith(PLACES) else word for word in words]
        status, out, err = dicenight(*typed)
        assert (status, err) == (0, ""), f"{shlex.join(words)}: {out}{err}"
        done.add(words[0])
    assert done == {"admin", "backup", "doctor", "replay"}


def test_moving_in_as_the_page_says(
    calls: list[Call],
    house: Path,
    dicenight: Callable[..., Typed],
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [move] = [words[1:] for words in calls if ADDRESS in words]
    shutil.copytree(house, tmp_path / "house")
    monkeypatch.chdir(tmp_path / "house")
    status, _, err = dicenight(*(url if word == ADDRESS else word for word in move))
    assert (status, err) == (0, "")
    assert dicenight("replay", MATCH, "--database", url)[0] == 0
    undo = re.findall(r"`dicenight (move .*? --undo)`", PAGE)
    assert dicenight(*undo[0].split())[0] == 0


# ---- settings and the reverse proxy


def test_settings_of_the_page_are_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # where there is no .env
    lines = [line for block in blocks() for line in block.lines if line.startswith("DICENIGHT_")]
    assert len(lines) >= 5
    for line in lines:
        name, _, value = line.partition("#")[0].strip().partition("=")
        given = "ab" * 32 if value == "..." else value
        field = name.removeprefix("DICENIGHT_").lower()
        assert Settings.model_validate({field: given}).model_fields_set >= {field}


def test_the_reverse_proxy_leads_to_the_port_that_is_set() -> None:
    [proxy] = [block for block in blocks() if "reverse_proxy" in block.text]
    site, inner, end = proxy.lines
    assert re.fullmatch(r"[a-z.]+ \{", site)
    assert end == "}"
    [port] = re.findall(r"DICENIGHT_ACTIVITY_PORT=(\d+)", PAGE)
    assert inner.split() == ["reverse_proxy", f"127.0.0.1:{port}"]


def test_no_block_of_the_page_is_left_out() -> None:
    indented = {line.strip() for line in PAGE.splitlines() if re.match(r" {4,}\S", line)}
    seen = {line.strip() for block in blocks() for line in block.text.splitlines()}
    assert indented == seen


def test_the_shell_may_not_run_what_is_not_named() -> None:
    assert not set(REAL) & CHECKS.keys()
    assert "PATH" not in PAGE
    assert os.pathsep not in "".join(REAL)
