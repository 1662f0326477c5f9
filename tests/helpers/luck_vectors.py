"""Exported matches that every verifier must judge alike: `python -m tests.helpers.luck_vectors` writes them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from bot.luck.deal import BeaconRound, Deal, DealtSeat, close_words
from bot.luck.drand import QUICKNET
from bot.luck.draws import RecordingChance, draws_of, hash_of_draws
from bot.matches.verify import with_draws
from db.match_records import record_hash
from db.seed_chain import fingerprint, open_match, sha256
from games.engine import Chance, Header, Match, Seed
from games.registry import find_game

FOLDER = Path(__file__).parent.parent / "data" / "luck"
SECRET = "0123456789abcdef" * 4
LENGTH = 1_000
SIGNATURE = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
"""The signature of round 1000 of drand's network."""


def play(key: str, seats: int, seed: Seed, line: str = "answers") -> Match:
    """Play a match by random legal answers, others on each `line`."""
    game = find_game(key)
    stakes = dict.fromkeys(range(seats), 50) if game.money == "pieces" else {}
    header = Header(key, game.version, {}, tuple(range(seats)), seed, stakes)
    match = Match(game, header, chance=RecordingChance(seed))
    luck = Chance(Seed(line))
    while not match.over:
        ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
        match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))
    return match


def exported(match: Match, number: int, deal: Deal | None) -> dict[str, Any]:
    """Return a match as the store exports it; `deal` None is one of a table with one seed for all matches."""
    assert match.result is not None
    seed = match.header.seed
    header = match.header.to_json()
    result: dict[str, Any] = {
        "pays": [list(pay) for pay in match.result.pays],
        "carry": dict(match.result.carry),
    }
    data = {
        "match": number,
        "table": 1,
        "game": match.game.key,
        "version": match.game.version,
        "state": "ended",
        "sealed": False,
        "commitment": sha256(seed.server) if deal is None else fingerprint(SECRET, deal.length),
        "header": header,
        "rows": [{"seq": n, "at": 0.0, **asdict(row)} for n, row in enumerate(match.rows, 1)],
        "result": result,
        "seed": seed.server,
    }
    if deal is not None:
        result["draws"] = hash_of_draws(seed.server, draws_of(match))
        header["luck"] = deal.model_dump(mode="json", exclude={"members"})
        data["opening"] = open_match(SECRET, deal.index, deal.length)._asdict()
    plain: dict[str, Any] = json.loads(json.dumps(data))
    if deal is not None:
        with_record(plain, sha256("the match before"))
    return plain


def with_record(match: dict[str, Any], before: str) -> dict[str, Any]:
    """Give an export the hash of what was played in it."""
    rows = [[row[key] for key in ("ask", "seat", "by", "digest", "answer")] for row in match["rows"]]
    played = {key: match[key] for key in ("match", "game", "version", "state", "header", "result")}
    match["record"] = {"before": before, "hash": record_hash(before, rows=rows, **played)}
    return match


def dealt(
    key: str,
    number: int,
    index: int,
    words: Sequence[str],
    beacon: BeaconRound | None = None,
    line: str = "answers",
) -> Any:
    """Return the export of a match in which the last seat is a computer's."""
    seats = [DealtSeat(at, at + 10, word, False) for at, word in enumerate(words)]
    seats.append(DealtSeat(len(words), None, "", False))
    deal = close_words(SECRET, index, LENGTH, seats)
    if beacon is not None:
        deal = deal.with_round(beacon)
    return with_draws(exported(play(key, len(seats), deal.seed(SECRET), line), number, deal))


def without_piles(match: Any) -> Any:
    """Return an export as older versions wrote it: with numbers and cards, and without the piles they come from."""
    old = json.loads(json.dumps(match))
    del old["result"]["draws"]
    with_record(old, old["record"]["before"])
    for draw in old["draws"]:
        for key in ("pile", "after", "seat"):
            draw.pop(key, None)
        if draw["label"].startswith("shuffle"):
            draw["result"] = ""
    return old


def forged_draws(dice: Any, cards: Any, tokens: Any) -> dict[str, Any]:
    """Return exports whose every number is right, and in which one of them became something else."""
    forged = {
        "forged-face": json.loads(json.dumps(dice)),
        "forged-card": json.loads(json.dumps(cards)),
        "forged-pile": json.loads(json.dumps(cards)),
        "swapped-cards": json.loads(json.dumps(cards)),
        "forged-order": json.loads(json.dumps(tokens)),
        "forged-choice": json.loads(json.dumps(tokens)),
        "short-shuffle": json.loads(json.dumps(tokens)),
    }
    roll = next(draw for draw in forged["forged-face"]["draws"] if draw["label"] == "roll d6")
    roll["result"] = str(int(roll["result"]) % 6 + 1)
    drawn = [draw for draw in forged["forged-card"]["draws"] if draw["label"].startswith("draw")]
    pile = drawn[0]["pile"]
    drawn[0]["result"] = next(card for card in pile if card != drawn[0]["result"])
    forged["forged-pile"]["draws"][0]["pile"].reverse()
    one, two = [d for d in forged["swapped-cards"]["draws"] if d["label"].startswith("draw")][:2]
    one["result"], two["result"] = two["result"], one["result"]
    shuffled = [d for d in forged["forged-order"]["draws"] if d["label"].startswith("shuffle")]
    shuffled[0]["result"], shuffled[1]["result"] = shuffled[1]["result"], shuffled[0]["result"]
    choice = next(d for d in forged["forged-choice"]["draws"] if d["label"].startswith("choose"))
    choice["result"] = next(item for item in choice["pile"] if item != choice["result"])
    draws = forged["short-shuffle"]["draws"]
    places = [at for at, draw in enumerate(draws) if draw["label"].startswith("shuffle")]
    # the list ends in the middle of the shuffle: no number is wrong, the later ones are kept back
    del draws[places[1] :]
    return forged


def as_if_dealt_so(match: Any) -> Any:
    """Return a forged export in which the hash over its list, and that of what was played, are made to fit it."""
    match["result"]["draws"] = hash_of_draws(match["seed"], match["draws"])
    return with_record(match, match["record"]["before"])


def with_numbers_between(match: Any, label: str, limit: int, want: int) -> Any:
    """Return an export in which every roll of a d6 is a six: the numbers before each six are called something else."""
    forged = json.loads(json.dumps(match))
    stream, draws = Chance(Seed(**forged["header"]["seed"])), []
    for draw in forged["draws"]:
        if draw["label"] != "roll d6":
            draws.append(draw | {"value": stream.below(draw["limit"])})
            continue
        while (value := stream.below(limit)) != want - 1:
            what = {"label": label, "limit": limit, "value": value}
            draws.append(draw | what | {"result": str(value + 1) if label.startswith("roll") else ""})
        draws.append(draw | {"value": value, "result": str(value + 1)})
    return forged | {"draws": draws}


def forged_lists(dice: Any, cards: Any) -> dict[str, tuple[Any, str, bool]]:
    """Return exports with numbers added, hidden, left out or renamed, and digits that were noted where they tell."""
    noted = dice["record"]["hash"][:16]
    numbers = with_numbers_between(dice, "number below 6", 6, 6)
    rolls = with_numbers_between(dice, "roll d6", 6, 6)
    at_the_end, hidden, one_sided = (json.loads(json.dumps(dice)) for _ in range(3))
    stream = Chance(Seed(**dice["header"]["seed"]))
    for draw in dice["draws"]:
        stream.below(draw["limit"])
    value = stream.below(6)
    last = {"label": "roll d6", "limit": 6, "value": value, "result": str(value + 1)}
    at_the_end["draws"].append(dice["draws"][-1] | last)
    del hidden["draws"]
    for draw in one_sided["draws"]:
        if draw["label"] == "roll d6":
            draw |= {"label": "roll d1", "limit": 1, "value": 0, "result": "1"}
    late, theirs, one_card = (json.loads(json.dumps(cards)) for _ in range(3))
    late["draws"][0]["after"] = len(late["rows"]) + 1
    seats = [draw["seat"] for draw in theirs["draws"]]
    for draw, seat in zip(theirs["draws"], reversed(seats), strict=True):
        draw["seat"] = seat
    for draw in one_card["draws"]:
        draw |= {"result": "W.hawk"} | ({"pile": ["W.hawk"] * len(draw["pile"])} if "pile" in draw else {})
    return {
        "numbers-between": (as_if_dealt_so(numbers), "", False),
        "rolls-between": (rolls, "", False),
        "rolls-between-noted": (as_if_dealt_so(json.loads(json.dumps(rolls))), noted, False),
        "a-roll-at-the-end": (at_the_end, "", False),
        "no-list": (hidden, "", False),
        "dice-of-one-side": (as_if_dealt_so(one_sided), "", False),
        "a-draw-after-the-end": (as_if_dealt_so(late), "", False),
        "hands-of-others": (theirs, "", False),
        "one-card-only": (one_card, "", False),
        "one-card-only-noted": (as_if_dealt_so(json.loads(json.dumps(one_card))), noted, False),
    }


def vectors() -> dict[str, tuple[dict[str, Any], str, bool]]:
    """Return each vector by name: the export, the fingerprint that was noted, and whether all of it agrees."""
    randomness = hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()
    beacon = BeaconRound(
        chain=QUICKNET.chain, round=1000, due=QUICKNET.due(1000), randomness=randomness, signature=SIGNATURE
    )
    noted = fingerprint(SECRET, LENGTH)
    dice = dealt("jack_of_all_trades", 4, 1, ["owl", ""])
    strange = dealt("rogues_and_warriors", 12, 3, ['Käse "\\', "🂡\u2028\t/<b>"])
    public = dealt("threes", 30, 2, ["owl"], beacon)
    old = exported(play("threes", 3, Seed("5eed" * 16, 7, ("one", "two"))), 7, None)
    changed = json.loads(json.dumps(dice))
    changed["draws"][2]["value"] = (changed["draws"][2]["value"] + 1) % changed["draws"][2]["limit"]
    words = json.loads(json.dumps(strange))
    words["header"]["luck"]["words"][0]["word"] = "another"
    computer = json.loads(json.dumps(dice))
    computer["header"]["luck"]["words"][-1]["word"] = computer["header"]["seed"]["words"][-1] = "chosen00"
    place = json.loads(json.dumps(strange))
    place["header"]["luck"]["index"] = 4
    round_of = json.loads(json.dumps(public))
    round_of["header"]["luck"]["beacon"]["signature"] = "b7" * 48
    backdated = json.loads(json.dumps(public))
    backdated["header"]["luck"]["beacon"]["due"] -= 60
    # decides by chances, too: whether a bargain is offered
    haggle = dealt("hags_haggle", 32, 5, ["owl", "elk"])
    tokens = dealt("burn_my_village", 31, 4, ["owl", "elk"])
    # the same cards and another line of play: only the digits under the result tell which one was played
    other = dealt("rogues_and_warriors", 12, 3, ['Käse "\\', "🂡\u2028\t/<b>"], line="other answers")
    lied = json.loads(json.dumps(other)) | {"record": strange["record"]}
    return {
        "record": (strange, strange["record"]["hash"][:16], True),
        "another-line-of-play": (lied, "", False),
        "another-line-of-play-noted": (other, strange["record"]["hash"][:16], False),
        "tokens": (tokens, noted, True),
        "cards-of-an-older-version": (without_piles(strange), noted, True),
        **{name: (forged, "", False) for name, forged in forged_draws(dice, strange, tokens).items()},
        **forged_lists(dice, strange),
        "haggle": (haggle, noted, True),
        "dice": (dice, noted[:16], True),
        "cards": (strange, noted, True),
        "beacon": (public, "", True),
        "old": (old, sha256("5eed" * 16)[:20].upper(), True),
        "old-with-draws": (with_draws(old), "", True),
        "another-fingerprint": (dice, "0123456789abcdef", False),
        "too-short-a-fingerprint": (dice, noted[:8], False),
        "changed-roll": (changed, "", False),
        "changed-words": (words, "", False),
        "chosen-word-of-a-computer": (computer, "", False),
        "another-place": (place, "", False),
        "backdated-beacon": (backdated, "", False),
        "changed-beacon": (round_of, "", False),
    }


def main() -> None:
    """Write the vectors, one file each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (match, noted, agrees) in vectors().items():
        vector = {"noted": noted, "agrees": agrees, "match": match}
        (FOLDER / f"{name}.json").write_text(json.dumps(vector, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
