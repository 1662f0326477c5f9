"""`/table verify`: deals a match again from its opened seed, and says whether it agrees with its record."""

from __future__ import annotations

import asyncio
import json
import logging
import math

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.face.text.templates import Renderer, safe_name
from bot.language import _, listed
from bot.luck.deal import clean_fingerprint
from bot.matches.access import Reader, is_private
from bot.matches.opening import OpenedMatch, load_opened, undealt_before
from bot.matches.verify import Verdict, verify_export, with_draws
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import add_to_group
from cogs.interactions.context import channel_of, person_of, place_key_of
from cogs.requests.responder import Responder
from cogs.ui.components import BLUE, AttachmentFile, Json, button, note
from cogs.ui.fair_play import (
    beacon_sentence,
    in_fours,
    record_sentence,
    undealt_lines,
    verdict_note,
    words_of,
)
from db import journal, tables
from db.journal import MatchSummary
from db.store import Store
from games.registry import game_title

Interaction = discord.Interaction[App]

log = logging.getLogger(__name__)

MOST = 20
"""The most matches that are listed."""
PREFIX = "verify"
"""Custom ids of its button: `verify:agree:<match>`."""


class VerifyCog(commands.Cog):
    """The command `/table verify`, and the button by which players agree to open a match."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="verify", description="Check how a match was dealt")
    @app_commands.describe(
        match="The match's number; leave it out to see this channel's last table",
        fingerprint="The table's fingerprint as you noted it: the first 16 digits, or all of them",
    )
    @app_commands.checks.cooldown(5, 10.0)
    async def verify(
        self,
        interaction: Interaction,
        match: app_commands.Range[int, 1, 2**53 - 1] | None = None,
        fingerprint: app_commands.Range[str, 1, 100] | None = None,
    ) -> None:
        """Check a match, or list the matches of the last table here."""
        responder = Responder(interaction, "message")
        if match is None:
            await responder.show(note(await self._list(channel_of(interaction))))
            return
        noted = None
        if fingerprint is not None:
            try:
                noted = clean_fingerprint(fingerprint)
            except ValueError as wrong:
                raise UserError("fingerprint", sentence=wrong) from wrong
        await responder.show(*await self._check(interaction, match, noted))

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Take a player's consent to open a match."""
        verb, _colon, number = rest.partition(":")
        if verb != "agree" or not number.isdecimal():
            raise UserError("passed")
        match = int(number[:16])
        opened = await load_opened(
            self.bot.service(Store), place_key_of(interaction), match, Reader.of(interaction)
        )
        if opened.missing:
            table = self.bot.service(TableRegistry).get(opened.record.table)
            await table.lifecycle.agree_to_open(person_of(interaction), match)
        await responder.show(*await self._check(interaction, match, None))

    async def _check(
        self, interaction: Interaction, number: int, noted: str | None
    ) -> tuple[Json, AttachmentFile | None]:
        opened = await load_opened(
            self.bot.service(Store), place_key_of(interaction), number, Reader.of(interaction)
        )
        if opened.missing:
            return _ask_to_agree(number, opened), None
        exported = await asyncio.to_thread(with_draws, opened.exported)
        verdict = await asyncio.to_thread(verify_export, exported, noted)
        if not verdict.ok and noted is None:
            log.error("match %s does not verify: %s", number, verdict.in_english)
        content = json.dumps(exported, ensure_ascii=False, indent=1).encode()
        return verdict_note(_report(verdict, opened, noted), f"match-{number}.json", content)

    async def _list(self, channel_id: int) -> str:
        store = self.bot.service(Store)
        table = self.bot.service(TableRegistry).find_in_channel(channel_id)
        if table is not None and table.state.progress.deals:
            number, head = table.state.id, _("## Matches of this table")
        else:
            closed = await store.read(tables.last_closed_in, channel_id)
            if closed is None or is_private(closed):
                raise UserError("nothing_to_verify")
            number, head = closed.id, _("## Matches of the last table here")
        matches = await store.read(journal.matches_of, number)
        lines = [_line(match) for match in matches[-MOST:]]
        if len(matches) > MOST:
            lines.insert(0, _("-# The last {n} of {all}.").format(n=MOST, all=len(matches)))
        lines += undealt_lines(undealt_before(await store.table(number)))
        if not lines:
            return _("The last table here closed without playing a match.")
        return "\n".join([head, *lines, _("-# /table verify with a number checks one.")])


def _report(verdict: Verdict, opened: OpenedMatch, noted: str | None) -> str:
    deal, renderer = opened.deal, Renderer(opened.names)
    lines = [f"{'✅' if verdict.ok else '❌'} {verdict.sentence}"]
    if verdict.ok and noted is not None:
        lines.append(_("What you noted is right."))
    fingerprint = opened.exported["commitment"]
    lines.append(_("Fingerprint of its table: `{fingerprint}`").format(fingerprint=fingerprint))
    record = opened.exported.get("record")
    if record is not None:
        lines.append(record_sentence(opened.record.id, record["hash"]))
        if record["before"]:
            lines.append(
                _("It takes in the record before it: `{digits}`.").format(digits=in_fours(record["before"]))
            )
    if deal is not None:
        dealt = _("Deal {n} of its table, from these words: {words}.")
        lines.append(dealt.format(n=deal.index, words=words_of(deal, renderer)))
        lines += beacon_sentence(deal)
        if deal.beacon is not None:
            when = f"<t:{math.ceil(deal.beacon.due)}:f>"
            lines.append(
                _("The message that announced the round must be older than {when}.").format(when=when)
            )
        lines += undealt_lines(opened.undealt)
        if deal.run_by:
            hosts = listed([renderer.name(seat) for seat in deal.run_by])
            lines.append(_("The bot is run by {names}.").format(names=hosts))
    return "\n".join(lines)


def _ask_to_agree(number: int, opened: OpenedMatch) -> Json:
    sentences = [
        _(
            "Match {n} can be checked when its table has closed, since it may show cards that nobody has seen. "
            "It opens earlier if everyone who played in it agrees."
        ).format(n=number)
    ]
    if opened.agreed:
        names = listed([*map(safe_name, opened.agreed)])
        sentences.append(_("Agreed so far: {names}.").format(names=names))
    sentences.append(_("Missing: {names}.").format(names=listed([*map(safe_name, opened.missing)])))
    return note(
        " ".join(sentences),
        button("Open it now, I agree", f"{PREFIX}:agree:{number}", BLUE),
    )


def _line(match: MatchSummary) -> str:
    line = f"**{match.id}** {_(game_title(match.game))}, <t:{int(match.opened)}:f>"
    ended = {"ended": "", "playing": _("being played")}.get(match.state, _("called off"))
    return f"{line}, {ended}" if ended else line


async def setup(bot: App) -> None:
    """Load the command and let the router know the button."""
    cog = VerifyCog(bot)
    await add_to_group(bot, "table", cog)
    register(bot, PREFIX, cog.press)
