"""A table's luck in words: the fingerprint, the words of a deal, and the person who runs the bot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from bot.face.text.templates import Renderer, safe_name
from bot.language import N_, _, listed, ngettext
from bot.luck.deal import BeaconRound, Deal
from bot.tables.view import TableView
from cogs.ui.components import SILENT, V2, AttachmentFile, Json, message, note, text

SHOWN = 16
"""Digits of a fingerprint that the lobby shows: enough that nobody finds another seed with the same ones."""
PUBLISHED = 32
"""Digits of a fingerprint that a channel or a page gets: also too many for two secrets made to agree in them."""
MOST_UNDEALT = 5
"""Deals that were announced and never dealt which are told one by one."""


def short_fingerprint(view: TableView) -> str:
    """Return the first digits of the table's fingerprint, in fours."""
    return in_fours(view.table.fingerprint)


def published_digits(fingerprint: str) -> str:
    """Return the first half of a fingerprint, with dots for the rest, which verification compares whole."""
    return f"{fingerprint[:PUBLISHED]}…"


def in_fours(digits: str) -> str:
    """Return the first digits of a hash, in fours."""
    return " ".join(digits[at : at + 4] for at in range(0, SHOWN, 4))


def run_by_line(view: TableView, renderer: Renderer) -> str:
    """Return a line if someone at the table runs the bot; else an empty text."""
    names = [renderer.name(seat) for seat in view.run_by]
    return _("This bot is run by {names}.").format(names=listed(names)) if names else ""


def next_words_line(view: TableView, renderer: Renderer) -> str:
    """Return the words that members have given for the next deal; an empty text if there are none."""
    given = [(seat.number, seat.word) for seat in view.table.in_order() if seat.word]
    return _("Words for the next deal: {words}.").format(words=_words(given, renderer)) if given else ""


def dealt_line(view: TableView, renderer: Renderer) -> str:
    """Return the words that the shown match was dealt from, if a member or a beacon had a say in it.

    Once it is over, the first digits of its record follow, which everyone at the table has seen then.
    """
    deal = view.deal
    if deal is None:
        return ""
    parts = [_("Record `{digits}`.").format(digits=in_fours(view.record))] if view.record else []
    if any(not word.drawn for word in deal.words):
        parts.append(_("Dealt from {words}.").format(words=words_of(deal, renderer)))
    parts += beacon_sentence(deal)
    return " ".join(parts)


def words_of(deal: Deal, renderer: Renderer, *, nobody: str = N_("no words")) -> str:
    """Return the word of each seat of a deal, or a sentence if nobody gave one."""
    return _words(((word.seat, word.word) for word in deal.words), renderer) or _(nobody)


def beacon_sentence(deal: Deal) -> list[str]:
    """Return a sentence about the public beacon of a deal; empty without one."""
    beacon = deal.beacon
    if beacon is None:
        return []
    words = (
        _("The public beacon's round {round}, out <t:{due}:T>, is in it: `{digits}`…")
        if beacon.randomness
        else _(
            "The public beacon didn't answer in time, so round {round}, out <t:{due}:T>, isn't in this deal."
        )
    )
    digits = beacon.randomness[:SHOWN] if beacon.randomness else ""
    return [words.format(round=beacon.round, due=math.ceil(beacon.due), digits=digits)]


def undealt_lines(undealt: Mapping[int, BeaconRound]) -> list[str]:
    """Return a line for each of the last deals that were announced with a beacon's round and never dealt."""
    lines = [
        _(
            "Deal {n} was announced for round {round} of the public beacon, out <t:{due}:f>, and never dealt: "
            "the bot stopped, or the start failed."
        ).format(n=deal, round=beacon.round, due=math.ceil(beacon.due))
        for deal, beacon in sorted(undealt.items())
    ]
    more = len(lines) - MOST_UNDEALT
    if more <= 0:
        return lines
    others = ngettext(
        "{n} more deal was announced and never dealt.", "{n} more deals were announced and never dealt.", more
    )
    return [others.format(n=more), *lines[more:]]


def _words(words: Iterable[tuple[int, str]], renderer: Renderer) -> str:
    return ", ".join(f"{renderer.name(seat)} “{safe_name(word)}”" for seat, word in words)


def fairness_note(view: TableView, renderer: Renderer) -> Json:
    """Return an explanation of how this table's luck is made and checked."""
    deal = view.deal
    words = "" if deal is None else words_of(deal, renderer, nobody=N_("nobody added a word"))
    lines = [
        _(
            "Every card and roll here was fixed by a secret before the first hand, mixed with one word from each "
            "player. This is the secret's fingerprint. Copy it now, and nobody can swap the secret later:"
        ),
        f"```{published_digits(view.table.fingerprint)}```",
        run_by_line(view, renderer),
        "" if deal is None else _("**Deal {n} of this table**: {words}.").format(n=deal.index, words=words),
        "" if deal is None else " ".join(beacon_sentence(deal)),
        next_words_line(view, renderer),
        _(
            "Once the table has closed, `/table verify` deals every hand again and gives you a file that you can "
            "check. Hands that hid nothing can be checked right away."
        ),
    ]
    return note("\n".join(line for line in lines if line))


def record_sentence(match: int, digits: str) -> str:
    """Return a sentence with the first digits of a match's record."""
    return _("Record of match {n}: `{digits}`.").format(n=match, digits=in_fours(digits))


def published(fingerprint: str, record: str) -> Json:
    """Return the message that stays in the channel from the moment a table is opened: its fingerprint.

    `record` is the sentence about that of the last match in this channel, if there was one.
    """
    words = _("-# Fair play `{fingerprint}`").format(fingerprint=published_digits(fingerprint))
    return {**message(text(" · ".join(filter(None, [words, record])))), "flags": V2 | SILENT}


def announcement(deal: Deal, renderer: Renderer, record: str) -> Json:
    """Return the message that closes the words of a deal before the beacon's round is out.

    `record` is the sentence about that of the last match in this channel, if there was one.
    """
    assert deal.beacon is not None
    words = _(
        "-# Deal {n}: the words are closed ({words}). The last word is round {round} of the public beacon, "
        "out <t:{due}:R>."
    ).format(
        n=deal.index,
        words=words_of(deal, renderer),
        round=deal.beacon.round,
        due=math.ceil(deal.beacon.due),
    )
    return message(text(" ".join(filter(None, [words, record]))))


def verdict_note(report: str, name: str, content: bytes) -> tuple[Json, AttachmentFile]:
    """Return the answer to a check, with the match as a file for a verifier outside the bot."""
    body = note(report)
    body["components"].append({"type": 13, "file": {"url": f"attachment://{name}"}})
    body["attachments"] = [
        {"id": "0", "filename": name, "description": _("The match, for any verifier you like")}
    ]
    return body, AttachmentFile(name, content, "application/json")
