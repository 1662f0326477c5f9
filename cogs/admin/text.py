"""The house's books in words: funds, and lines of the audit log."""

from __future__ import annotations

from collections.abc import Mapping

from bot.face.text.templates import safe_name
from bot.language import N_, _, amount_words, ngettext, number
from bot.notices.times_of_day import offset_words
from bot.notices.zones import city_of
from bot.tables.money.accounts import FUND
from db.places import GUESTS, AuditLine
from games.registry import game_title


def funds_text(funds: Mapping[tuple[str, str], int]) -> str:
    """Return the funds by base, without those that no game has used yet."""
    if not funds:
        words = _("No fund has seen use yet. Each is raised to {n} pieces, once a day, when needed.")
        return words.format(n=number(FUND))
    lines = []
    for base in dict.fromkeys(base for base, _purpose in funds):
        lines.append(f"**{_(base).capitalize()}**")
        for (of, purpose), pieces in funds.items():
            if of == base:
                words = ngettext("- {fund}: {n} piece", "- {fund}: {n} pieces", pieces)
                lines.append(words.format(fund=_fund(purpose), n=number(pieces)))
    return "\n".join(lines)


def _fund(purpose: str) -> str:
    if purpose == GUESTS:
        return _("Computer players")
    return game_title(purpose)


ACTIONS = {
    "grant": N_("granted {amount} to {name}"),
    "limits": N_("set buy-ins from {low} to {high}"),
    "games": N_("allowed these games: {games}"),
    "channels": N_("allowed tables in: {channels}"),
    "call role": N_("let calls for players mention {role}"),
    "call role none": N_("let calls mention no role"),
    "base": N_("set the starting base to {base}"),
    "generous": N_("allowed options that beat the house"),
    "generous none": N_("no longer allowed options that beat the house"),
    "first evening": N_("let first evenings be for points"),
    "first evening none": N_("let first evenings be for money"),
    "clock": N_("set the server's time to {offset}"),
    "today": N_("let any member bring the table of the day into a channel"),
    "today none": N_("let only Manage Channels bring the table of the day into a channel"),
    "help line": N_("set the help line"),
    "language": N_("chose the language of the house"),
    "help line none": N_("took the help line back to the usual one"),
    "curse cleared": N_("freed {name} of a gift of the house"),
    "season ended": N_("ended season {season}"),
    "tournament called off": N_("called off a tournament"),
    "night called off": N_("called off a night that {name} had planned"),
    "refund": N_("called off match {match}; stakes went back"),
    "resume": N_("had match {match} go on"),
    "reset": N_("reset purses and boards"),
    "table kick": N_("kicked {name} from a table in {channel}"),
    "table new host": N_("handed {name} the host's seat of a table in {channel}"),
    "table co-host": N_("made {name} a co-host of a table in {channel}"),
    "table co-host no more": N_("made {name} a player like any other at a table in {channel}"),
    "table suspended": N_("suspended match {match}: its record and the rules disagree"),
    "table resumed": N_("resumed match {match}: its record fits the rules again"),
    "match void": N_("ended match {match} without a result"),
}
"""The actions that the audit log keeps, in words; ` none` follows where the setting that they name was taken back."""


def audit_text(line: AuditLine, names: Mapping[int, str]) -> str:
    """Return one line: when, who, what. A member whose data was deleted has no name."""
    actor = _("The house") if line.actor is None else safe_name(names.get(line.actor, _("someone")))
    return f"<t:{int(line.at)}:R> **{actor}** {_action(line, names)}"


def _action(line: AuditLine, names: Mapping[int, str]) -> str:
    """Return the action of a line with what it was done to; an action without words is named by its key."""
    detail, action = line.detail, line.action
    if not any(detail.values()) and f"{action} none" in ACTIONS:
        action += " none"
    if action not in ACTIONS:
        # a feature that was taken out, or a later release, may have left lines of its own
        return line.action
    return _(ACTIONS[action]).format(
        amount=_granted(detail.get("amount", "")),
        name=safe_name(names.get(detail.get("member", 0), _("someone"))),
        low=detail.get("min_stake"),
        high=detail.get("max_stake"),
        games=", ".join(map(game_title, detail.get("games") or ())) or _("all"),
        channels=", ".join(f"<#{channel}>" for channel in detail.get("channels") or ()) or _("all channels"),
        role=f"<@&{detail.get('call_role')}>",
        base=_(detail.get("start_base") or ""),
        offset=city_of(zone)
        if (zone := detail.get("zone"))
        else offset_words(60 * detail.get("utc_offset", 0)),
        match=detail.get("match"),
        season=detail.get("season"),
        channel=f"<#{detail.get('channel')}>",
    )


def _granted(amount: str) -> str:
    """Return what was granted, `1g20 + 3 pieces of gold`, in the reader's language."""
    given, _of, base = amount.rpartition(" of ")
    return _("{changes} of {base}").format(changes=amount_words(given), base=_(base)) if given else amount
