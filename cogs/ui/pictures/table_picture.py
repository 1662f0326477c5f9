"""The picture of a table for one viewer: drawing and words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Drawing, Part
from bot.face.art.palette import GOLD, SOFT
from bot.face.table.facts import Facts, PlainRenderer, bare, facts_of, price_of, renderer_of, waiting_words
from bot.face.table.questions import on_table, question, words_of
from bot.face.table.waiting import REVEALING
from bot.face.text.templates import capital
from bot.language import _, listed
from bot.tables.view import TableView
from cogs.ui.blocks.grids import forced
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.pictures import tray
from cogs.ui.pictures.alt_text import alt_text
from cogs.ui.pictures.decision import decision_of
from cogs.ui.pictures.lobby_poster import gathering_of, lobby_drawing, lobby_words
from cogs.ui.pictures.middle import Laying, middle
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.result import result_picture
from games.engine.prompts import Answer, Place
from games.engine.scene import Scene

SPEAKS_TO = re.compile(r"\byour?\b", re.IGNORECASE)
MOST_TOLD = 44
"""About so many letters of an event have room beside the name of the game."""
IN_TWO_LINES = 76
"""About so many have room in two lines."""
WIDE_TOLD = 36
"""An event of more letters stands there with the title alone."""
MOST_WHERE = 300
"""Pixels for the game and its step."""
POSTER_TRAY = 488
POSTER_WORDS = 660
"""The room of its words on a poster."""
LOW = 92
"""The height of the lower band where nobody's hand is shown."""


def picture_of(view: TableView, drafts: Mapping[int, Answer] = NO_DRAFTS, where: str = "") -> Picture | None:
    """Return the picture of a table as its viewer may see it: a seat with its hand, a spectator the poster.

    `drafts`: by question, the beginning of an answer that is put together in steps. `where`: what an owner's picture
    says at its upper right instead of the game and its step. None where pictures are switched off, and at a table that
    can't go on.
    """
    if not has_picture(view):
        return None
    card = result_picture(view)
    if card is not None:
        return card
    renderer = renderer_of(view)
    if view.scene is None:
        gathering = gathering_of(view, renderer)
        spoken = gathering_of(view, renderer_of(view, drawn=False))
        return Picture(lobby_drawing(gathering), lobby_words(spoken))
    seated = view.viewer in view.table.seats and not view.scene.over
    if not seated:
        return _poster(view, view.scene, renderer)
    return _owners(view, view.scene, renderer, drafts, where)


def has_picture(view: TableView) -> bool:
    """Return whether a table has a picture now: a quick look, for the answer to a press."""
    phase = view.table.phase
    gone = phase == "suspended" or (phase == "closed" and view.scene is None)
    return not gone and view.table.settings.pictures


def _owners(
    view: TableView, scene: Scene, renderer: PlainRenderer, drafts: Mapping[int, Answer], where: str
) -> Picture:
    facts, decision = contents = facts_of(view, renderer), decision_of(view, renderer, drafts)
    laying = _laying(scene, drafts)
    parts = (*_head(facts, where), *middle(facts, laying), *tray.tray(decision))
    aloud = _aloud(view, renderer)
    if aloud is not renderer:
        contents = facts_of(view, aloud), decision_of(view, aloud, drafts)
    words = alt_text(*contents, laying=laying)
    if where:
        words = f"{capital(where)}. {words}"
    return Picture(Drawing(tray.TOP + tray.height(decision), parts, facts.theme), words)


def _poster(view: TableView, scene: Scene, renderer: PlainRenderer) -> Picture:
    facts, (lead, more) = contents = facts_of(view, renderer), _public_words(view, scene, renderer)
    low = (
        *pieces.tray(POSTER_TRAY, LOW),
        *pieces.emblem(58, POSTER_TRAY + 50, 52),
        *pieces.text(
            100,
            POSTER_TRAY + (45 if more else 58),
            lead,
            31,
            GOLD if lead else SOFT,
            bold=True,
            widest=POSTER_WORDS,
        ),
        *(pieces.text(100, POSTER_TRAY + 77, more, 27, SOFT, widest=POSTER_WORDS) if more else ()),
    )
    parts: tuple[Part, ...] = (*_head(facts), *middle(facts), *low)
    aloud = _aloud(view, renderer)
    if aloud is not renderer:
        contents = facts_of(view, aloud), _public_words(view, scene, aloud)
    words = alt_text(contents[0], None, ". ".join(filter(None, contents[1])))
    return Picture(Drawing(POSTER_TRAY + LOW, parts, facts.theme), words)


def _aloud(view: TableView, renderer: PlainRenderer) -> PlainRenderer:
    """Return the renderer of the words that are read aloud: the same one, where the fonts can write every name."""
    aloud = renderer_of(view, drawn=False)
    return renderer if aloud.names == renderer.names else aloud


def _public_words(view: TableView, scene: Scene, renderer: PlainRenderer) -> tuple[str, str]:
    """Return who thinks about what, and what it is worth."""
    if scene.over:
        return facts_of(view, renderer).result, ""
    if view.revealing:
        return _(REVEALING), ""
    open_now = [ask for ask in scene.asks if not ask.answered and ask.seat >= 0]
    seats = list(dict.fromkeys(ask.seat for ask in open_now))
    if len(seats) == 1:
        price, terms = price_of(scene, open_now[0])
        name = renderer.name(seats[0])
        if price:
            return _("{name} thinks: {price}").format(name=name, price=price), terms.partition(" · ")[0]
        asked = bare(question(open_now[0], renderer)) if on_table(scene) else ""
        # A question that says *you* is not for everybody. Its English words tell, in every language.
        if SPEAKS_TO.search(words_of(open_now[0])):
            asked = ""
        if pieces.length(asked, LEAST_TEXT) > POSTER_WORDS:
            asked, _rest = tray.in_order(asked)
        return _("{name} is thinking …").format(name=name), asked
    if not seats:
        return waiting_words(scene, renderer), ""
    names = [renderer.name(seat) for seat in seats]
    if len(names) >= 4:
        return _("Waiting for {n} players").format(n=len(names)), ""
    return _("Waiting for {names}").format(names=listed(names)), ""


def _in_brief(words: str) -> str:
    """Return a sentence of several deeds without its last ones, so that it can be read."""
    for ends, most in ((".!?;", MOST_TOLD), (":", IN_TWO_LINES)):
        if len(words) > most:
            words = re.split(rf"(?<=[{ends}]) ", words)[0].rstrip(".:;")
    while len(words) > IN_TWO_LINES and ", " in words:
        words = words.rpartition(", ")[0]
    return words


def _head(facts: Facts, place: str = "") -> tuple[Part, ...]:
    """Return the upper band: the latest event, the colour of the seat that did it, the game and its step or `place`."""
    named = [f"{facts.title} · {facts.step}", facts.step] if facts.step else []
    where = next((each for each in named if pieces.length(each, LEAST_TEXT) <= MOST_WHERE), facts.title)
    hue = pieces.person_hue(facts.actor) if facts.actor is not None and facts.happened else None
    if not facts.happened:
        where, happened = (facts.step or "", facts.title) if len(facts.step) < 30 else ("", facts.title)
        return pieces.head(happened, None, place or where)
    happened = _in_brief(facts.happened)
    if len(happened) > WIDE_TOLD:
        where = facts.title if len(facts.title) < 16 else ""
    return pieces.head(happened, hue, place or where)


def _laying(scene: Scene, drafts: Mapping[int, Answer]) -> Laying | None:
    for ask in scene.mine():
        if isinstance(ask.prompt, Place):
            return Laying(ask.prompt, forced(ask.prompt, drafts.get(ask.id) or []))
    return None
