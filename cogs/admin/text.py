"""The house's books in words: funds, and lines of the audit log."""

from __future__ import annotations

from collections.abc import Mapping

from bot.face.text.templates import safe_name
from bot.notices.times_of_day import offset_words
from bot.tables.money.accounts import FUND
from db.places import GUESTS, AuditLine
from games.registry import game_title


def funds_text(funds: Mapping[tuple[str, str], int]) -> str:
    """Return the funds by base, without those that no game has used yet."""
    if not funds:
        return f"No fund has seen use yet. Each is raised to {FUND:,} pieces, once a day, when needed."
    lines = []
    for base in dict.fromkeys(base for base, _ in funds):
        lines.append(f"**{base.capitalize()}**")
        for (of, purpose), pieces in funds.items():
            if of == base:
                lines.append(f"- {_purpose(purpose)}: {pieces:,} pieces")
    return "\n".join(lines)


def _purpose(purpose: str) -> str:
    if purpose == GUESTS:
        return "Computer players"
    return game_title(purpose)


_HOSTING = {
    "table kick": "kicked {name} from a table",
    "table new host": "handed {name} the host's seat of a table",
    "table co-host": "made {name} a co-host of a table",
    "table co-host no more": "made {name} a player like any other at a table",
}
"""The actions of hosts that the audit log keeps, in words."""


def audit_text(line: AuditLine, names: Mapping[int, str]) -> str:
    """Return one line: when, who, what. A member whose data was deleted has no name."""
    actor = "The house" if line.actor is None else safe_name(names.get(line.actor, "someone"))
    return f"<t:{int(line.at)}:R> **{actor}** {_deed(line, names)}"


def _deed(line: AuditLine, names: Mapping[int, str]) -> str:
    detail = line.detail
    match line.action:
        case "grant":
            return f"granted {detail['amount']} to {safe_name(names.get(detail['member'], 'someone'))}"
        case "limits":
            return f"set buy-ins from {detail['min_stake']} to {detail['max_stake']}"
        case "games":
            titles = map(game_title, detail["games"])
            return f"allowed these games: {', '.join(titles) or 'all'}"
        case "channels":
            channels = ", ".join(f"<#{channel}>" for channel in detail["channels"])
            return f"allowed tables in: {channels or 'all channels'}"
        case "call role":
            role = detail["call_role"]
            return f"let calls for players mention <@&{role}>" if role else "let calls mention no role"
        case "base":
            return f"set the starting base to {detail['start_base']}"
        case "generous":
            return f"{'allowed' if detail['generous'] else 'no longer allowed'} options that beat the house"
        case "first evening":
            return f"let first evenings be for {'points' if detail['first_evening'] else 'money'}"
        case "clock":
            return f"set the server's time to {offset_words(60 * detail['utc_offset'])}"
        case "today":
            who = "any member" if detail["today_by_members"] else "only Manage Channels"
            return f"let {who} bring the table of the day into a channel"
        case "help line":
            return "set the help line" if detail["help_line"] else "took the help line back to the usual one"
        case "curse cleared":
            return f"freed {safe_name(names.get(detail['member'], 'someone'))} of a gift of the house"
        case "night called off":
            return f"called off a night that {safe_name(names.get(detail['member'], 'someone'))} had planned"
        case "refund":
            return f"called off match {detail['match']}; stakes went back"
        case "resume":
            return f"had match {detail['match']} go on"
        case "reset":
            return "reset purses and boards"
        case "table kick" | "table new host" | "table co-host" | "table co-host no more":
            name = safe_name(names.get(detail["member"], "someone"))
            return f"{_HOSTING[line.action].format(name=name)} in <#{detail['channel']}>"
        case "table suspended":
            return f"suspended match {detail['match']}: its record and the rules disagree"
        case "table resumed":
            return f"resumed match {detail['match']}: its record fits the rules again"
        case "match void":
            return f"ended match {detail['match']} without a result"
    return line.action
