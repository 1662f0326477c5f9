"""The image: each step of the Dockerfile is done in a folder that stands for `/`, and what comes of it runs.

Only what asks for an engine of containers is left out: the base image, its users and its volume. What `COPY . .` copies
is what `.dockerignore` lets through.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE_ONLY = ("useradd",)
"""Programs of steps that only an engine of containers can do."""
FOLDERS = ("/opt", "/src", "/data")
"""Folders of the image."""


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions with their words, in order."""
    lines = [
        line for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines() if not line.startswith("#")
    ]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [(line.split()[0], line.partition(" ")[2].strip()) for line in joined.splitlines() if line.strip()]


def in_context() -> list[str]:
    """Return the files of the project that an engine of containers may see."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    rules = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"
    ]

    def is_seen(file: str) -> bool:
        seen = True
        for rule in rules:
            pattern = rule.removeprefix("!").removesuffix("/")
            above = ["/".join(file.split("/")[:depth]) for depth in range(1, file.count("/") + 2)]
            names = [*above, *file.split("/")] if pattern.startswith("**/") else above
            if (
                any(fnmatch(name, pattern.removeprefix("**/")) for name in names if pattern != "*")
                or pattern == "*"
            ):
                seen = rule.startswith("!")
        return seen

    return [file for file in listed.stdout.splitlines() if is_seen(file)]


def test_the_engine_sees_all_that_the_steps_name() -> None:
    """A folder that a step needs, and `.dockerignore` hides, would stop the build."""
    seen = in_context()
    packages = {file.split("/")[0] for file in seen if "/" in file}
    built = re.findall(r"python -m (\w+)", (ROOT / "Dockerfile").read_text("utf-8"))
    [listed] = re.findall(r"^include = (\[.*\])", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert {name.rstrip("*.") for name in json.loads(listed)} <= packages
    assert set(built) - {"venv"} <= packages
    assert not [file for file in seen if file.startswith(("tests/", ".git", ".env"))]


@pytest.mark.skipif("DICENIGHT_SOAK" not in os.environ, reason="it installs everything, and builds the page")
@pytest.mark.timeout(1800)
def test_what_the_steps_make_runs(tmp_path: Path) -> None:
    root, bin = tmp_path / "root", tmp_path / "bin"
    for place in FOLDERS:
        (root / place[1:]).mkdir(parents=True)
    bin.mkdir()
    for name in ("python", "python3"):
        (bin / name).symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DICENIGHT_", "PYTHON", "PIP_", "COV_"))
    } | {"PATH": f"{bin}:{os.environ['PATH']}"}

    def there(text: str) -> str:
        """Return words of a step with its folders in the place of the image's."""
        return re.sub(rf"(?<![\w/.])({'|'.join(FOLDERS)})(?=[/\s:]|$)", rf"{root}\1", text)

    folder, command = root, list[str]()
    for name, words in instructions():
        match name:
            case "WORKDIR":
                folder = root / words[1:]
            case "COPY" if not words.startswith("--from"):
                for file in in_context() if words == ". ." else words.split()[:-1]:
                    (folder / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / file, folder / file)
            case "COPY":  # the second stage, at the same place, and nothing else of the first
                shutil.rmtree(root / "src")
            case "ARG" | "ENV":
                environment |= dict(
                    re.findall(r"(\w+)=(\S+)", there(words).replace("$PATH", environment["PATH"]))
                )
            case "RUN" if not words.startswith(ENGINE_ONLY):
                done = subprocess.run(
                    ["sh", "-ec", there(words)],
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, f"{words}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            case "ENTRYPOINT" | "HEALTHCHECK":
                command = json.loads(words[words.index("[") :])
                if name == "HEALTHCHECK":
                    health = command

    def dicenight(*words: str, status: int = 0) -> str:
        done = subprocess.run(
            [shutil.which(command[0], path=environment["PATH"]) or "", *words],
            cwd=folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert folder == root / "data"
    assert dicenight("--version").startswith("Dicenight 0.1.dev0")
    environment |= {"DICENIGHT_ACTIVITY_PORT": "8400", "DICENIGHT_ACTIVITY_SECRET": "ab" * 16}
    found = {check["name"]: check["ok"] for check in json.loads(dicenight("doctor", "--offline", "--json"))}
    assert found["Activity"] is True, "its page is built"
    assert "driver" not in dicenight(
        "doctor", "--offline", "--database", "postgresql://127.0.0.1:1/x", status=1
    )
    languages = "from bot.language import catalogue; print(catalogue('de') is not None)"
    python = root / "opt/dicenight/bin/python"
    said = subprocess.run(
        [python, "-c", languages], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout == "True\n", "its catalogues are compiled"
    environment |= {"DICENIGHT_PLAYGROUND_PORT": "0"}
    bot = subprocess.Popen(
        [shutil.which(command[0], path=environment["PATH"]) or "", "run", "--playground"],
        cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert bot.stdout is not None
        assert "Dicenight is open" in bot.stdout.readline()
        assert dicenight(*health[1:]) == "Well.\n"
        bot.send_signal(signal.SIGTERM)
        assert bot.wait(60) == 0
    finally:
        bot.kill()
