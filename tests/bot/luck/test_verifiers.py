"""The bot and the two verifiers of docs/verify judge the same matches alike."""

from __future__ import annotations

import functools
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.matches.verify import verify_export
from games.registry import GAMES, find_game
from tests.helpers.luck_vectors import FOLDER, dealt, vectors

VERIFIER = Path(__file__).parents[3] / "docs" / "verify" / "verify.py"
FILES = sorted(FOLDER.glob("*.json"))


@functools.cache
def verifier() -> Any:
    """The Python verifier, which is no part of any package."""
    spec = importlib.util.spec_from_file_location("verifier", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def steps(match: Any, noted: str) -> list[tuple[bool | None, str]]:
    """The steps of the Python verifier."""
    return list(verifier().steps(match, noted))


def test_the_vectors_are_those_that_the_helper_writes() -> None:
    assert {path.stem for path in FILES} == vectors().keys()
    for name, (match, noted, agrees) in vectors().items():
        written = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        again = {"noted": noted, "agrees": agrees, "match": json.loads(json.dumps(match))}
        assert written == again, "the rules have changed? python -m tests.helpers.luck_vectors"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_verifier_and_the_bot_agree(path: Path) -> None:
    vector = json.loads(path.read_text("utf-8"))
    found = steps(vector["match"], vector["noted"])
    assert all(right is not False for right, _ in found) == vector["agrees"]
    noted = vector["noted"] or None
    if path.stem == "too-short-a-fingerprint":
        with pytest.raises(ValueError, match="A fingerprint has 16 to 64 digits"):
            verify_export(vector["match"], noted)
    else:
        # the bot knows the rules, and so deals again without a list
        assert verify_export(vector["match"], noted).ok == (vector["agrees"] or path.stem == "no-list")


def test_the_time_of_a_round_is_told() -> None:
    """Its announcement must be older: a host whose clock was set back would have known the round."""
    match = json.loads((FOLDER / "beacon.json").read_text("utf-8"))["match"]
    shown = [sentence for _, sentence in steps(match, "")]
    assert "Beacon round 1000 came out at 2023-08-23 15:59:24 UTC" in shown
    silent = json.loads(json.dumps(match))
    silent["header"]["luck"]["beacon"] |= {"randomness": "", "signature": "", "due": 0.0}
    silent["header"]["seed"]["words"].pop()
    found = {sentence: right for right, sentence in steps(silent, "")}
    assert found["Beacon round 1000 came out at 2023-08-23 15:59:24 UTC"] is False
    assert "didn't come out when the record says" in verify_export(silent).sentence


def test_a_beacon_that_nobody_knows_and_one_that_stayed_silent_are_no_green_light() -> None:
    match = json.loads((FOLDER / "beacon.json").read_text("utf-8"))["match"]
    luck = match["header"]["luck"]
    luck["beacon"] |= {"chain": "ab" * 32, "due": 0.0}
    assert any(said.startswith("Not checked: when round 1000 came out") for _, said in steps(match, ""))
    luck["beacon"] |= {"randomness": "", "signature": ""}
    assert any(
        said.startswith("Not checked: whether the beacon gave no number") for _, said in steps(match, "")
    )


def test_every_roll_and_card_is_shown() -> None:
    match = json.loads((FOLDER / "cards.json").read_text("utf-8"))["match"]
    shown = [sentence for _, sentence in steps(match, "")]
    drawn = [sentence for sentence in shown if ": number " in sentence]
    assert len(drawn) == len(match["draws"])
    cards = [draw["result"] for draw in match["draws"] if draw["label"].startswith("draw from")]
    assert len(cards) >= 6
    assert all(any(sentence.endswith(card) for sentence in drawn) for card in cards)


def test_each_changed_card_and_face_is_found() -> None:
    """Every number stays right: only what it became is another."""
    for name in ("dice", "cards", "tokens"):
        match = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]
        for at, draw in enumerate(match["draws"]):
            forged = json.loads(json.dumps(match))
            forged["draws"][at]["result"] = draw["result"] + "?"
            if draw["result"]:
                assert any(right is False for right, _ in steps(forged, "")), (name, draw)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_number_of_every_game_is_followed(key: str) -> None:
    game = find_game(key)
    seats = game.limits(game.parse_options({}))[0]
    match = dealt(key, 5, 2, ["owl"] * max(1, seats - 1))
    found = steps(match, "")
    assert all(right is not False for right, _ in found)
    assert not any(draw["label"].startswith("number below") for draw in match["draws"])
    assert not any(sentence.startswith("Not checked") for _, sentence in found)
    assert verify_export(match).ok


def test_a_number_that_became_nothing_is_told() -> None:
    """A number that is skipped moves all later ones: the list of an older version may call it a number for nothing."""
    match = json.loads((FOLDER / "old-with-draws.json").read_text("utf-8"))["match"]
    assert not any(sentence.startswith("Not checked: what") for _, sentence in steps(match, ""))
    first = match["draws"][0]
    skipped = {"label": f"number below {first['limit']}", "limit": first["limit"], "value": first["value"]}
    match["draws"] = [skipped | {"result": ""}]
    found = steps(match, "")
    assert found[-1] == (
        None,
        "Not checked: what 1 of 1 numbers became. The file names no pile for them",
    )
    assert not verify_export(match).ok


def test_thirty_other_lines_of_play_are_told_by_the_digits_under_the_result() -> None:
    """The same seed and cards, other answers, and everything that can be made to fit is made to fit."""
    played = json.loads((FOLDER / "cards.json").read_text("utf-8"))["match"]
    noted = played["record"]["hash"][:16]
    assert verify_export(played, noted).ok
    told = 0
    for line in range(30):
        other = dealt("rogues_and_warriors", 12, 3, ['Käse "\\', "🂡\u2028\t/<b>"], line=f"line {line}")
        if other["rows"] == played["rows"]:
            continue
        told += 1
        assert all(right is not False for right, _ in steps(other, "")), "a match like any other"
        assert [right for right, sentence in steps(other, noted) if "You noted" in sentence] == [False]
        assert not verify_export(other, noted).ok
        lied = other | {"record": played["record"]}
        assert any(right is False for right, _ in steps(lied, ""))
        assert not verify_export(lied).ok
    assert told > 25


def test_every_word_of_the_list_of_draws_is_under_the_record() -> None:
    for name in ("dice", "cards", "tokens", "haggle"):
        match = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]
        for at in range(0, len(match["draws"]), 3):
            for key, other in (("label", "roll d4"), ("value", -1), ("seat", 7), ("after", 0.5)):
                forged = json.loads(json.dumps(match))
                forged["draws"][at][key] = other
                assert any(right is False for right, _ in steps(forged, "")), (name, at, key)
                assert not verify_export(forged).ok


UNPROVEN = {"table", "sealed", "rows.#.seq", "rows.#.at"}
"""What no hash covers: the number of the table, the numbering of rows in the file, and the time of an answer."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value of an export, and to every list and object in it."""
    if path:
        yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def forged(match: Any, path: tuple[Any, ...]) -> Iterator[Any]:
    """Yield exports in which one value is another, or missing, or one item stands twice."""
    for change in ("other", "gone", "twice"):
        made = json.loads(json.dumps(match))
        holder = made
        for key in path[:-1]:
            holder = holder[key]
        match change, holder[path[-1]]:
            case "other", (bool() | int() | float() | str() | None) as value:
                holder[path[-1]] = 1 if value is None else OTHER[type(value)](value)
            case "gone", _:
                del holder[path[-1]]
            case "twice", [*_, last]:
                holder[path[-1]].append(last)
            case _:
                continue
        yield made


OTHER: dict[type, Callable[[Any], Any]] = {
    bool: lambda value: not value,
    int: lambda value: value + 1,
    float: lambda value: value + 1,
    str: lambda value: value[:-1] + ("b" if value.endswith("a") else "a"),
}


def judged(match: Any, noted: str) -> str:
    """Return what the Python verifier says of an export."""
    try:
        return "wrong" if any(right is False for right, _ in steps(match, noted)) else "agrees"
    except verifier().NOT_READABLE:
        return "no match"


def judged_by_bot(match: Any, noted: str) -> str:
    """Return what the bot says of an export."""
    try:
        return "agrees" if verify_export(match, noted).ok else "wrong"
    except ValueError:
        return "no match"


@pytest.mark.parametrize(("name", "every"), [("beacon", 1), ("dice", 9)])
def test_whatever_is_changed_in_an_export_is_found_by_both(name: str, every: int) -> None:
    """A value another, one missing, a last item twice: nothing but what no hash covers goes through."""
    match = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]
    noted = match["record"]["hash"][:16]
    passed: dict[str, set[str]] = {"verifier": set(), "bot": set()}
    for path in [*places(match)][::every]:
        where = ".".join("#" if isinstance(key, int) else key for key in path)
        for export in forged(match, path):
            for judge, ask in (("verifier", judged), ("bot", judged_by_bot)):
                if ask(export, noted) == "agrees":
                    passed[judge].add(where)
    assert passed["verifier"] <= UNPROVEN
    # the bot knows the rules, and deals again without a list
    assert passed["bot"] <= UNPROVEN | {"draws"}


ODD: tuple[Any, ...] = (None, True, -1, 0, 2**32 + 1, 2**70, 1.5, float("inf"), "", "x", [], {})


@pytest.mark.parametrize("name", ["dice", "beacon"])
def test_an_odd_value_anywhere_ends_neither_verifier(name: str) -> None:
    """A file from outside may hold anything: both come to a verdict, without end or traceback for none of them."""
    match = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]
    somewhere = {tuple("#" if isinstance(key, int) else key for key in path): path for path in places(match)}
    for path in somewhere.values():
        for odd in ODD:
            made = json.loads(json.dumps(match))
            holder = made
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = odd
            assert judged(made, "") in ("agrees", "wrong", "no match")
            assert judged_by_bot(made, "") in ("agrees", "wrong", "no match")


def test_the_one_that_was_not_noted_is_to_be_compared_still() -> None:
    """Who noted only the record has not seen that the deal is the one promised, and the other way round."""
    match = json.loads((FOLDER / "cards.json").read_text("utf-8"))["match"]
    forged = json.loads(json.dumps(match))
    forged["opening"]["rest"] = "0" * 64
    [link] = [s.split()[-1] for _, s in steps(forged, "") if s.startswith("The seed and its proof")]
    forged["commitment"] = link
    asked = "Compare that {} with the one that stood"

    def compares(export: Any, noted: str) -> set[str]:
        found = steps(export, noted)
        assert all(right is not False for right, _ in found)
        return {
            what
            for what in ("fingerprint", "record")
            if any(sentence.startswith(asked.format(what)) for _, sentence in found)
        }

    record = match["record"]["hash"][:16]
    assert compares(match, "") == {"fingerprint", "record"}
    assert compares(match, match["commitment"][:16]) == {"record"}
    assert compares(forged, record) == {"fingerprint"}, "another fingerprint under the same record"
    assert any(right is False for right, _ in steps(forged, match["commitment"][:16]))


def test_a_record_leads_to_the_one_before() -> None:
    """So a record that stands in the channel vouches for every earlier match of its table, too."""
    match = json.loads((FOLDER / "cards.json").read_text("utf-8"))["match"]
    for before, said in (
        ("", "It is the first of its table"),
        ("ab" * 32, f"It takes in the record of the table's match before, {'ab' * 8}"),
    ):
        match["record"]["before"] = before
        match["record"]["hash"] = verifier().record(match)
        assert said in [sentence for _, sentence in steps(match, "")]
        assert verify_export(match).ok


def test_what_a_file_cannot_prove_is_no_green_light() -> None:
    """An old file is honest, and a new one whose promises were taken out looks like it: neither is proof."""
    match = json.loads((FOLDER / "cards.json").read_text("utf-8"))["match"]
    noted = match["record"]["hash"][:16]
    match["result"].pop("draws")
    match.pop("record")
    found = steps(match, "")
    assert sum(sentence.startswith("Not checked") for _, sentence in found) == 2
    assert any(right is False for right, _ in steps(match, noted))


def test_an_older_export_says_what_cannot_be_checked() -> None:
    vector = json.loads((FOLDER / "cards-of-an-older-version.json").read_text("utf-8"))
    _, last = steps(vector["match"], "")[-1]
    assert last.startswith("Not checked: what ")
    assert all(right is not False for right, _ in steps(vector["match"], ""))
    for draw in vector["match"]["draws"]:
        draw["value"] += 1
    assert any(right is False for right, _ in steps(vector["match"], "")), "numbers are still compared"


@pytest.mark.parametrize(
    ("name", "noted", "status"),
    [
        ("dice", "", 0),
        ("haggle", "", 0),
        ("numbers-between", "", 1),
        ("changed-roll", "", 1),
        ("dice", "0" * 16, 1),
        ("forged-card", "", 1),
    ],
)
def test_it_runs_from_a_terminal(tmp_path: Path, name: str, noted: str, status: int) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", VERIFIER, file, *noted.split()], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.endswith("Everything agrees.\n" if status == 0 else "do not agree.\n")


@pytest.mark.parametrize("name", ["old", "cards-of-an-older-version"])
def test_it_promises_no_more_than_it_has_checked(tmp_path: Path, name: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["match"]), "utf-8")
    done = subprocess.run([sys.executable, "-I", VERIFIER, file], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stdout.endswith("Nothing is wrong, but this file can't prove everything.\n")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sealed": true}', "no json"])
def test_what_is_no_opened_match_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "match.json"
    file.write_text(text, "utf-8")
    done = subprocess.run([sys.executable, "-I", VERIFIER, file], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "This is no opened match of Dicenight" in done.stdout


def test_both_verifiers_are_short() -> None:
    assert len(VERIFIER.read_text("utf-8").splitlines()) < 210
    assert len(VERIFIER.with_suffix(".html").read_text("utf-8").splitlines()) < 300


def test_what_a_file_says_does_not_steer_the_terminal(tmp_path: Path) -> None:
    """A forged result took the line away that called it wrong."""
    forged = json.loads((FOLDER / "beacon.json").read_text("utf-8"))["match"]
    forged["draws"][0]["result"] = "9\x1b[1A\x1b[2K\u202eright"
    (tmp_path / "forged.json").write_text(json.dumps(forged), "utf-8")
    told = subprocess.run(
        [sys.executable, VERIFIER, tmp_path / "forged.json"],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert "WRONG" in told.stdout
    assert "9?[1A?[2K?right" in told.stdout
    assert all(letter.isprintable() or letter == "\n" for letter in told.stdout)
