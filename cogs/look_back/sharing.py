"""Posting the card of a result, or a step of a match, in the channel: one picture and one or two lines, once."""

from __future__ import annotations

import asyncio
from itertools import islice

import discord

from bot.app import App
from bot.face.table.names import renderer_for
from bot.face.table.outcome import find_outcome, gain_amount, headline_text, worth
from bot.face.text.templates import Renderer, safe_name
from bot.face.text.turns import say_turn, turns_back
from bot.language import _, listed, speaking
from bot.matches.access import Reader, public_channel
from bot.matches.played_match import PlayedMatch, load_played, replayed
from bot.tables.view import TableView
from bot.user_errors import UserError
from cogs.interactions.context import in_language_of_place, place_key_of
from cogs.interactions.press import Press, on
from cogs.live.table_messages import table_messages
from cogs.look_back.painter import Position
from cogs.look_back.rows import ForgetCard, ShareCard
from cogs.requests.responder import Responder
from cogs.ui.components import (
    BLUE,
    MOST_ALT,
    AttachmentFile,
    Json,
    button,
    container,
    message,
    picture,
    rows,
    text,
)
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
from cogs.ui.theme import accent_of
from db import journal
from db.errors import AlreadyDone
from db.store import Store
from games.engine.match import Match
from games.engine.scene import RAIL, Log, SceneOutcome, Timeline

END = "end"
CARD = "result.png"


@on("share")
async def share_result(press: Press) -> None:
    """Post the card of a table's last result, or of the game of a night that is just over."""
    view = await press.table.view()
    outcome = find_outcome(view.scene)
    match_id = view.table.match_id
    if match_id is None:
        last = await press.bot.service(Store).read(journal.last_match_at, view.table.id)
        match_id = None if last is None else last.id
    if outcome is None or match_id is None:
        raise UserError("passed")
    what = END if view.scene is not None and view.scene.over else f"game:{_games_played(view)}"
    with speaking(table_messages(press.bot).language_of(press.table)):
        body, file = await _card(press.bot, view, outcome, match_id)
    await post_once(press.bot, press.responder, match_id, what, body, file)


def _games_played(view: TableView) -> int:
    """Return how many games of a night are over."""
    for block in view.scene.blocks if view.scene is not None else ():
        if isinstance(block, Timeline):
            return len(block.steps)
    return 0


async def share_position(
    bot: App, interaction: discord.Interaction[App], responder: Responder, position: Position
) -> None:
    """Post a step of a match that a member looks back at, or the card of its end."""
    played = await load_played(
        bot.service(Store), place_key_of(interaction), position.match, Reader.of(interaction)
    )
    _check_place(played, interaction.channel_id)
    if position.verb == "whole":
        await _share_match(bot, responder, played, await replayed(played, played.last))
        return
    step = min(played.last, position.step or 0)
    match = await replayed(played, step)
    await _share_step(bot, responder, played, match, step, interaction.user.display_name)


def _check_place(played: PlayedMatch, channel_id: int | None) -> None:
    """Raise `UserError` if a match of a private thread is to be posted anywhere else.

    One of its players may not decide that for the others.
    """
    hidden = public_channel(played.table, played.number) is None
    if hidden and channel_id != played.table.channel_id:
        raise UserError("played_in_private", n=played.number)


async def _share_match(bot: App, responder: Responder, played: PlayedMatch, match: Match) -> None:
    """Post the card of a match that is looked back at."""
    view = played.view(match, RAIL)
    outcome = find_outcome(view.scene)
    if outcome is None:
        raise UserError("not_over", n=played.number)
    with in_language_of_place(responder.interaction):
        body, file = await _card(bot, view, outcome, played.number)
    await post_once(bot, responder, played.number, END, body, file)


async def _share_step(
    bot: App, responder: Responder, played: PlayedMatch, match: Match, step: int, name: str
) -> None:
    """Post the table as it was at a step, as its member saw it, with two lines about it."""
    viewer = played.viewer(step)
    view = played.view(match, viewer)
    with in_language_of_place(responder.interaction):
        shown = picture_of(view) if bot.pictures else None
        head = _("**{name}** looks back at {game}, step {step} of {last}.").format(
            name=safe_name(name), game=_(played.game.title), step=step, last=played.last
        )
        lines = [head, await asyncio.to_thread(_latest, view)]
        look = button("Look back", Position(played.number, step).custom_id("open"), BLUE)
        body, file = await _message("\n".join(filter(None, lines)), shown, look, view)
    await post_once(bot, responder, played.number, f"step:{step}:{viewer}", body, file)


def _latest(view: TableView) -> str:
    """Return the latest event of a step; without a picture, what the table shows in words would be a wall."""

    for block in view.scene.blocks if view.scene is not None else ():
        if isinstance(block, Log):
            return " ".join(say_turn(turn, renderer_for(view)) for turn in islice(turns_back(block.lines), 1))
    return ""


async def _card(
    bot: App, view: TableView, outcome: SceneOutcome, match_id: int
) -> tuple[Json, AttachmentFile | None]:
    shown = picture_of(view) if bot.pictures else None
    look = button("Look back", Position.beginning(match_id).custom_id("open"), BLUE)
    return await _message(share_line(view, outcome, renderer_for(view)), shown, look, view)


async def _message(
    words: str, shown: Picture | None, look: Json, view: TableView
) -> tuple[Json, AttachmentFile | None]:
    """Return a public message of a picture, a line and one button."""
    if shown is None:
        return message(container([text(words), *rows([look])], accent_of(view.game))), None
    content = await asyncio.to_thread(shown.drawn)
    alt = shown.alt[:MOST_ALT]
    body = message(container([picture(CARD, alt), text(words), *rows([look])], accent_of(view.game)))
    body["attachments"] = [{"id": "0", "filename": CARD, "description": alt}]
    return body, AttachmentFile(CARD, content)


async def post_once(
    bot: App, responder: Responder, match_id: int, what: str, body: Json, file: AttachmentFile | None
) -> None:
    """Post a card for everyone, unless it stands in the channel already."""
    store = bot.service(Store)
    try:
        await store.commit(ShareCard(match_id, what))
    except AlreadyDone as posted:
        raise UserError("shared_already") from posted
    responder.surface, responder.private = "message", False
    if not await responder.show(body, file):
        await store.commit(ForgetCard(match_id, what))


def share_line(view: TableView, outcome: SceneOutcome, renderer: Renderer) -> str:
    """Return the one line about a result: `Ann took 111 from Eve, Cid and Bob at Rogues and Warriors.`"""
    title = _(outcome.title or view.game.title)
    winners = [row for row in outcome.rows if row.place == 1] or [
        row for row in outcome.rows if worth(row) > 0
    ]
    losers = [row for row in outcome.rows if worth(row) < 0]
    names = listed([f"**{renderer.name(row.seat)}**" for row in winners])
    if not winners:
        return f"{headline_text(outcome, renderer)} · {title}"
    if len(winners) == 1 and worth(winners[0]) > 0 and losers and winners[0].place == 1:
        taken = gain_amount(winners[0])
        return _("{names} took {gain} from {losers} at {game}.").format(
            names=names, gain=taken, losers=listed([renderer.name(row.seat) for row in losers]), game=title
        )
    if len(winners) == 1:
        return _("{names} won at {game}.").format(names=names, game=title)
    if winners[0].place == 1:
        return _("{names} shared the win at {game}.").format(names=names, game=title)
    return _("{names} came out ahead at {game}.").format(names=names, game=title)
