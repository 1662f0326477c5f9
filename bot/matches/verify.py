"""Verification: play an exported match again, and compare it with its record.

No store, no clock, no Discord. `/table verify` and `dicenight verify PATH` call it. It checks that

1. the seed and its proof fold into the fingerprint that was published before the first hand, at this match's place;
   the words are those in the record, those of computer players come from the seed, and the public beacon has signed
   its own, which came out when the record says;
2. every answer of the journal fits the question that the rules ask at that point;
3. the match ends there, with the result that was recorded and paid;
4. the rolls and cards are those whose hash stands in the result;
5. what was played is what the digits under its result were made of.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.language import N_, _
from bot.luck.deal import BeaconRound, clean_fingerprint, drawn_word
from bot.luck.drand import BadRound, check_round, check_time
from bot.luck.draws import RecordingChance, draws_of, hash_of_draws
from bot.matches.exported_match import ExportedMatch, journal_rows, other_version, read_export
from db.match_records import record_hash
from db.seed_chain import fold, sha256
from games.engine.errors import GameError, ReplayDiverged, Sentence
from games.engine.match import Match


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check: whether match and record agree, sentences, and the number of replayed answers.

    `beacon` is the round of the public beacon in the record. It came out at a time that nobody can change, and must
    have been announced before.
    """

    ok: bool
    sentences: tuple[Sentence, ...]
    rows: int
    beacon: BeaconRound | None = None

    @property
    def sentence(self) -> str:
        """The outcome in the language of the reader."""
        return " ".join(_(text).format(**values) for text, values in self.sentences)

    @property
    def in_english(self) -> str:
        """The outcome as the log keeps it."""
        return " ".join(text.format(**values) for text, values in self.sentences)


def verify_export(data: Mapping[str, Any], noted: str | None = None) -> Verdict:
    """Replay an exported match and check it.

    `noted` is what a member wrote down: the fingerprint of the table or the digits of the record, or their beginning.

    Raises `ValueError` with a sentence if `data` is not a readable export, or `noted` not a fingerprint.
    """
    export = read_export(data)
    verdict = _verdict(export, noted)
    if (
        verdict.ok
        and export.record is not None
        and _hash_of(data, export.record.before) != export.record.hash
    ):
        forged = N_("Match {n}: its record isn't what its digits were made of.")
        verdict = Verdict(False, ((forged, {"n": export.match}),), 0)
    return replace(verdict, beacon=None if export.deal is None else export.deal.beacon)


def _verdict(export: ExportedMatch, noted: str | None) -> Verdict:
    header, game = export.header, export.game
    promises = [export.commitment, *([export.record.hash] if export.record is not None else [])]
    if noted is not None and not any(each.startswith(clean_fingerprint(noted)) for each in promises):
        return _differs(
            export,
            N_("Match {n}: your fingerprint is another table's, or the secret was swapped: {fingerprint}."),
            fingerprint=export.commitment,
        )
    try:
        wrong = _fault_of_luck(export)
    except BadRound as bad:
        found = _differs(export, N_("Match {n} doesn't check out."))
        return replace(found, sentences=(*found.sentences, bad.sentence))
    if wrong is not None:
        text, values = wrong
        return Verdict(False, ((text, {"n": export.match, **values}),), 0)
    rows, luck = journal_rows(export.rows), RecordingChance(header.seed)
    try:
        match = Match.replay(game, header, rows, chance=luck)
    except ReplayDiverged as diverged:
        text = N_("Match {n} differs at answer {answer} of {all}.")
        found = _differs(export, text, diverged.index, answer=diverged.index + 1, all=len(rows))
        return replace(found, sentences=found.sentences + other_version(header, game))
    except GameError as fault:
        found = _differs(export, N_("Match {n} can't be replayed by these rules: {reason}."), reason=fault)
        return replace(found, sentences=found.sentences + other_version(header, game))
    if not _tells_draws(export, match, luck):
        return _differs(
            export, N_("Match {n}: its list of rolls and cards isn't what the table dealt."), len(rows)
        )
    if export.state != "ended":
        text = N_(
            "Match {n} checks out: replayed from its seed until the hand was called off. Answers: {all}."
        )
        return Verdict(True, ((text, {"n": export.match, "all": len(rows)}),), len(rows))
    if match.result is None:
        text = N_("Match {n} isn't over after all its answers, of which there are {all}.")
        return _differs(export, text, len(rows), all=len(rows))
    played = _as_json({"pays": match.result.pays, "carry": match.result.carry})
    if played != _as_json({key: (export.result or {})[key] for key in ("pays", "carry")}):
        return _differs(export, N_("Match {n} doesn't end the way its record says."), len(rows))
    text = N_("Match {n} checks out: replayed from its seed, every card and the result are the same.")
    return Verdict(True, ((text, {"n": export.match}),), len(rows))


def _differs(export: ExportedMatch, text: str, rows: int = 0, **values: object) -> Verdict:
    return Verdict(False, ((text, {"n": export.match, **values}),), rows)


def with_draws(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an export with a list of every roll and card, for verifiers that do not know the rules.

    A sealed export, and one that these rules play differently, is returned unchanged.
    """
    exported = dict(data)
    if exported.get("sealed"):
        return exported
    export = read_export(exported)
    luck = RecordingChance(export.header.seed)
    try:
        match = Match.replay(export.game, export.header, journal_rows(export.rows), chance=luck)
    except GameError:
        return exported
    return exported | {"draws": draws_of(match)}


def _hash_of(data: Mapping[str, Any], before: str) -> str:
    """Return the hash of an export's match, from the JSON itself: what the rules don't read counts too."""
    return record_hash(
        before,
        match=data["match"],
        game=data.get("game", ""),
        version=data.get("version", 0),
        state=data["state"],
        header=data["header"],
        rows=[[row.get(key) for key in ("ask", "seat", "by", "digest", "answer")] for row in data["rows"]],
        result=data.get("result"),
    )


def _fault_of_luck(export: ExportedMatch) -> Sentence | None:
    """Return the fault of seed, proof or words; None if all of them agree. Raises `BadRound`."""
    seed, deal, opening = export.header.seed, export.deal, export.opening
    if (deal is None) != (opening is None):
        return N_("Match {n}: its proof is missing."), {}
    number = export.match if deal is None else deal.index
    if deal is None or opening is None:
        promised = sha256(export.seed)
    else:
        promised = fold(export.seed, opening)
        if (opening.number, opening.length) != (deal.index, deal.length) or len(
            opening.earlier
        ) != number - 1:
            return (
                N_("Match {n}: its proof is that of deal {deal}, not {right}."),
                {"deal": opening.number, "right": number},
            )
    if seed.server != export.seed or promised != export.commitment:
        return N_("Match {n}: its seed isn't the one the table promised."), {}
    if seed.match != number:
        return N_("Match {n}: its luck was drawn for match {other}."), {"other": seed.match}
    if deal is not None:
        if seed.words != deal.all_words:
            return N_("Match {n}: its luck wasn't drawn from the words in its record."), {}
        if any(word.drawn and word.word != drawn_word(export.seed, word.seat) for word in deal.words):
            return N_("Match {n}: a computer player's word doesn't come from the seed."), {}
        if deal.beacon is not None:
            check_time(deal.beacon)
            if deal.beacon.randomness:
                check_round(deal.beacon)
    return None


def _tells_draws(export: ExportedMatch, match: Match, luck: RecordingChance) -> bool:
    """Return True if the list of draws, and the hash over it in the result, are those of the match as replayed."""
    promised = (export.result or {}).get("draws")
    if promised is not None:
        drawn = draws_of(match)
        return promised == hash_of_draws(export.seed, drawn) and export.draws in (None, drawn)
    if export.draws is None:
        return True
    return len(export.draws) == len(luck.draws) and all(
        draw.is_meant_by(listed) for draw, listed in zip(luck.draws, export.draws, strict=True)
    )


def _as_json(value: Any) -> Any:
    """Return the value as it comes back from JSON: tuples as lists, keys as strings."""
    return json.loads(json.dumps(value))
