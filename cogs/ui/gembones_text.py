"""Glittergold's games in private notes: the table of the d7, the words, the parties, the odds."""

from __future__ import annotations

from fractions import Fraction

from bot.tables.guest_variants import party_variants
from cogs.ui.components import Json, note
from cogs.ui.rules_text import PLAY_MONEY
from games.catalogue import GAMES
from games.engine import Game, Options
from games.gembones.odds import ODDS
from games.gembones.shared.guide import TABLE, WORDS

ODDS_PREFIX = "odds"
"""Custom ids of the button below the rules: `odds:<game>`."""
WITH = {
    "dealer": "the party against the dealer",
    "guest": "with a seat for a guest, whom the host invites: /gembones guest",
}


def help_note(help_line: str) -> Json:
    """The seven games, what the words mean, and the content warning (GEN-20, GEN-R7)."""
    games = [
        f"{n} **{GAMES[entry.game].title}** · {entry.decided_by}, against the "
        f"{'house' if entry.opponent == 'house' else 'other players'}"
        for n, entry in TABLE.items()
    ]
    words = " · ".join(f"*{word}*: {meaning}" for word, meaning in WORDS.items())
    return note(
        "## Glittergold's games\n"
        + "\n".join(games)
        + "\n-# Skill: what you decide, or how quick you are, improves your chances. Chance: the rolls alone decide. "
        "/gamble random rolls a d7 and opens the table.\n"
        "-# Each can be played for points instead, by */table settings*: no gembone changes hands, which suits friends "
        "who do not sit at one table. Quick to try them all in a session, full for a session of one game.\n"
        "-# Cheating is next to impossible with gembones, whose rolls are hard to alter, and commoner with cards.\n"
        f"### Words\n{words}\n### Care\n{PLAY_MONEY} {help_line}\nA cap for a day, or a pause: /limits."
    )


def party_note() -> Json:
    """The variants for parties, for groups who dislike competition or like it too much (PTY-01 to PTY-04)."""
    # in the order of the d7 by which /gamble random chooses
    order = [entry.game for entry in TABLE.values()]
    parties = sorted(party_variants(), key=lambda party: order.index(party.game.key))
    lines = [f"- **{party.title}** · {WITH[party.against]}" for party in parties]
    about = "Against each other is not for everybody. Here you stand together:"
    return note(
        f"## Party play\n{about}\n" + "\n".join(lines) + "\n-# Variants are switched on in /table settings."
    )


def odds_note(game: Game, options: Options) -> Json:
    """Exact odds of a game under these variants."""
    lines = [
        f"- {each.what}: {number(each.value, each.per, counted=each.counted)}"
        for each in ODDS[game.key](options)
    ]
    variants = [rule.title for rule in game.demonstrations(options) if rule.title != game.title]
    title = f"## {game.title} · odds" + (f"\n-# {', '.join(variants)}" if variants else "")
    return note(f"{title}\n" + "\n".join(lines))


def number(value: Fraction, per: str = "", *, counted: bool = False) -> str:
    """A chance as fraction and percent, a mean as fraction and number: `1/8 (12.5 %)`, `+7/36 wagers (+0.194)`.

    What is counted has neither sign nor a fraction that nobody could read: `14.05 rolls on average`.
    """
    if counted:
        return f"{float(value):.4g} {per} on average"
    if not per:
        return f"{value} ({float(value) * 100:.3g} %)" if value else "never"
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{abs(value)} {per} ({sign}{abs(float(value)):.4g})"
