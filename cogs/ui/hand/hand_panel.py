"""The hand panel: its owner's cards, open questions and deadlines; and the log.

Everything shown comes from `TableView.scene`, which holds only what its viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.face.table.card_words import MENU, again, folded
from bot.face.table.names import newcomers, renderer_for
from bot.face.table.outcome import find_outcome, items_in
from bot.face.table.questions import question
from bot.face.table.risks import risk_of_question
from bot.face.table.stakes import agree_label, own_points_line, risk_of_seat
from bot.face.table.waiting import (
    REVEALING,
    computer_words,
    idle_words,
    is_out,
    left_words,
    out_words,
    own_ending,
    resting_words,
    timed_out_words,
)
from bot.face.text.emoji_text import fits, render_within_limits
from bot.face.text.templates import Renderer, safe_name
from bot.face.text.turns import by_turn, say_to_player, say_turn, turns_back
from bot.language import _
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.grids import map_text, place_controls
from cogs.ui.blocks.zones import lies_open, own_zone
from cogs.ui.components import (
    GREEN,
    Json,
    button,
    container,
    is_menu,
    joined,
    message,
    rows,
    separator,
    text,
    with_buttons,
)
from cogs.ui.hand import card_hand
from cogs.ui.hand.card_play import play_controls
from cogs.ui.hand.move_draft import NO_DRAFTS, live
from cogs.ui.offers import about_game, below_result, in_lobby, on_table, to_share
from cogs.ui.questions import ask_buttons, ask_select
from cogs.ui.table import guests
from cogs.ui.table.company import absence_buttons, company_buttons, proposal_buttons
from cogs.ui.table.host_menu import host_buttons
from cogs.ui.table.lobby import solo_button, start_button
from cogs.ui.table.table_message import around_words
from cogs.ui.theme import accent, bring_button, headline, more_button, words_button
from games.engine.card_prompts import PlayCard
from games.engine.prompts import Answer, Place
from games.engine.scene import (
    Grid,
    Hint,
    Legend,
    Log,
    OpenAsk,
    Scene,
    SceneOutcome,
    Seats,
    Zone,
)

LOGGED = 25
"""The number of latest turns of the log that are shown."""


def hand_panel(
    view: TableView,
    *,
    lead: str = "",
    drafts: Mapping[int, Answer] = NO_DRAFTS,
    picture: Json | None = None,
) -> Json:
    """Return the private panel of a viewer: the table, their cards, what they are asked, and *More…*.

    `drafts` holds, by question, the beginning of an answer that is put together in steps. `picture` shows the table and
    the hand; the text then leaves them out.
    """

    def paint() -> Json:
        parts = _parts(view, lead, drafts, picture)
        if picture is not None and picture in parts:
            # the picture comes first, whatever is said about it, and the words keep close together below it
            parts = [picture, *joined(part for part in parts if part is not picture)]
        return message(container(parts, accent(view)), ephemeral=True)

    return render_within_limits(paint)


def _parts(view: TableView, lead: str, drafts: Mapping[int, Answer], picture: Json | None) -> list[Json]:
    """Return the parts of the panel, by the viewer's present role at the table."""
    seat, scene, table = view.table.everyone.get(view.viewer), view.scene, view.table.id
    shown = [picture] if picture is not None else []
    if seat is None:
        watching = text(lead or _("You're watching. Sit down to play the next hand."))
        return [
            *shown,
            watching,
            *rows([button("Sit down", custom_ids.verb(table, "sit"), GREEN), more_button(table)]),
        ]
    renderer = renderer_for(view)
    named = _panel_head(view, seat, renderer, plain=picture is None)
    head = "\n".join(filter(None, [lead, named, computer_words(view, seat)]))
    if not view.table.kind.for_company and scene is not None and scene.over:
        headlines = [renderer.say(block.headline) for block in scene.every(SceneOutcome)]
        return [*shown, *_texts(head), *map(text, headlines)]
    if scene is None or scene.over:
        words = [head, resting_words(view, seat, renderer), *_money_words(view, seat)]
        return [*shown, text("\n".join(filter(None, words))), *rows(_panel_lobby_buttons(view, seat))]
    if seat.left:
        return [text(head), text(left_words(view, seat))]
    if view.revealing:
        things = _things(view, scene, seat, renderer, picture)
        return with_buttons([*_texts(head), *things, text(_(REVEALING))], _panel_buttons(view, seat))
    if view.sits_out:
        buttons = [*company_buttons(view, seat), more_button(table)]
        return [*shown, *_texts(head), text(view.sits_out), *rows(buttons)]
    outcome = find_outcome(scene)
    if outcome is not None:
        sentence = own_ending(view, seat, renderer) or _("The next game follows.")
        pictured = picture is not None
        questions = _questions(view, scene, seat, renderer, drafts, pictured=pictured)
        return [*shown, *_texts(head), text(sentence), *questions]
    if picture is None:
        head = "\n".join(filter(None, [head, _last_words(view, scene, renderer)]))
    around = [] if picture is not None else _around(view, scene, renderer, drafts)
    legend = scene.first(Legend)
    if legend is not None:
        pictured = picture is not None
        values = card_hand.own_values(scene, renderer) if not pictured else ""
        chosen = card_hand.focus(view, drafts) is not None
        asked = _cards_panel(view, scene, legend, renderer, drafts, pictured=pictured)
        if pictured and (chosen or sum(map(is_menu, asked)) > 1):
            # menus need the room; who the viewer is stands there whenever there are fewer
            head = lead
        first = "\n".join(filter(None, [head, values])) or ("" if pictured else _("-# Your cards"))
        parts = [*shown, *_texts(first), *around]
        if view.timed_out is not None:
            parts.append(text(timed_out_words(view, seat, renderer)))
        parts += asked
        if not chosen:
            # beside a picture these stand behind *More…*
            menus = () if pictured else card_hand.menu_buttons(view, renderer, pictured=False)
            parts = with_buttons(parts, [*menus, *_panel_buttons(view, seat)])
        return parts
    if not scene.mine() and is_out(scene, seat.number):
        takes = [
            button(
                _("Play for {name}").format(name=renderer.name(number)),
                custom_ids.verb(table, f"take.{number}"),
                GREEN,
            )
            for number in view.free_to_take
        ]
        return [
            *shown,
            *_texts(head),
            *around,
            text(out_words(view)),
            *rows([*takes, *_panel_buttons(view, seat)]),
        ]
    return [
        *_texts(head),
        *around,
        *_things(view, scene, seat, renderer, picture),
        *_questions(view, scene, seat, renderer, drafts, pictured=picture is not None),
    ]


def _texts(words: str) -> list[Json]:
    """Return words as a part; nothing for an empty text."""
    return [text(words)] if words else []


def _around(view: TableView, scene: Scene, renderer: Renderer, drafts: Mapping[int, Answer]) -> list[Json]:
    """Return the table in words, for a panel that has no picture of it: pot and bets, seats, what has happened."""
    if card_hand.focus(view, drafts) is not None:
        return []
    return around_words(view, scene, renderer)


def _last_words(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return how the viewer's last game ended, or once they have acted in this one, what they did last."""
    last = view.last_outcome
    if last is not None:
        return _("-# Last game: {ending}").format(ending=Renderer(last.names).say(last.line))
    for block in scene.blocks:
        for turn in turns_back(block.lines) if isinstance(block, Log) else ():
            if turn.is_deed and turn.seat == scene.viewer:
                return "" if lies_open(turn, scene) else f"-# {say_to_player(turn, renderer)}"
    return ""


def _things(
    view: TableView,
    scene: Scene,
    seat: Seat,
    renderer: Renderer,
    picture: Json | None,
) -> list[Json]:
    """Return the viewer's cards with their worth, and what nobody else may see on the table."""
    if picture is not None:
        return [picture]
    placing = any(isinstance(ask.prompt, Place) for ask in scene.mine())
    own = [b for b in scene.every(Zone) if b.owner == seat.number and b.items]
    hinted = view.table.settings.hints and not placing
    hints = [hint.line for hint in scene.every(Hint)] if hinted else []
    named = [item for line in hints for item in items_in(line)]
    parts = list[Json]()
    for block in scene.blocks:
        if block in own:
            # a hint that says what each card is worth names them all
            if any(block.items.count(item) > named.count(item) for item in block.items):
                parts.append(text(own_zone(block, named=len(own) > 1)))
        elif isinstance(block, Zone) and block.owner is None and block.shown and not all(block.shown):
            parts.append(text(own_zone(block, named=True)))
        elif isinstance(block, Grid) and block.owner == seat.number and not placing:
            parts.append(text(map_text(block.piles)))
        elif isinstance(block, Hint) and hinted:
            parts.append(text(renderer.say(block.line)))
    return parts


def _questions(
    view: TableView,
    scene: Scene,
    seat: Seat,
    renderer: Renderer,
    drafts: Mapping[int, Answer],
    *,
    pictured: bool = False,
) -> list[Json]:
    """Return the viewer's questions with their controls, and the other buttons of the panel."""
    parts, mine = list[Json](), scene.mine()
    if view.timed_out is not None:
        parts.append(text(timed_out_words(view, seat, renderer)))
    if not mine:
        # not whose turn it is
        parts.append(text(idle_words(scene, seat.number, renderer)))
    for ask in mine:
        parts.append(text(question(ask, renderer) + _until(view, ask) + _risk(view, ask)))
        parts += _ask_controls(view, ask, renderer, drafts, pictured=pictured)
    return with_buttons(parts, _panel_buttons(view, seat))


def _risk(view: TableView, ask: OpenAsk) -> str:
    """Return the line below a question about a press that risks much of the viewer's purse."""
    line = risk_of_question(view, ask)
    return f"\n{line}" if line else ""


def _cards_panel(
    view: TableView,
    scene: Scene,
    legend: Legend,
    renderer: Renderer,
    drafts: Mapping[int, Answer],
    *,
    pictured: bool,
) -> list[Json]:
    """Return a hand of cards with their texts, and everything that its owner may answer.

    `pictured`: a picture shows the cards and what is answered to; the texts of all cards are behind *More…* then.
    """
    stepped = card_hand.focus(view, drafts)
    if stepped is not None:
        ask, draft = stepped
        parts = [text(question(ask, renderer) + _until(view, ask))]
        if draft == MENU or ask in folded(scene):
            return [*parts, *card_hand.opened_menu(view, ask, renderer, draft)]
        return [*parts, *play_controls(card_hand.controls_for(view, ask, renderer), draft, brief=pictured)]
    idle = "" if pictured else card_hand.idle_cards(view, legend, renderer)
    parts = [text(idle)] if idle else []
    about = "" if pictured else card_hand.asked_about(view, renderer)
    mine, used = scene.mine(), list[str]()
    if about and (mine or again(scene)):
        parts += [separator(), text(about)]
    for ask in mine:
        parts.append(text(f"**{question(ask, renderer)}**{_until(view, ask)}"))
        parts += _ask_controls(view, ask, renderer, drafts, pictured=pictured)
        used += live(ask.prompt) if isinstance(ask.prompt, PlayCard) else []
    parts += card_hand.answered_controls(view, renderer, drafts, brief=pictured)
    if not mine and not again(scene):
        parts.append(text(idle_words(scene, view.viewer, renderer)))
    return [*parts, *card_hand.standing_controls(view, renderer, used, brief=pictured)]


def _until(view: TableView, ask: OpenAsk) -> str:
    due = view.deadlines.get(ask.id)
    if ask.id in view.early_presses:
        return " " + _("A little early: I'll try it when you may roll again.")
    if due is None:
        return ""
    if ask.silent:
        words = _("Say nothing and you pass <t:{due}:R>.")
    elif not view.table.kind.for_company:
        words = _("Without a press it ends <t:{due}:R>.")
    else:
        words = _("Time's up <t:{due}:R>.")
    return f" {words.format(due=int(due))}"


def _ask_controls(
    view: TableView,
    ask: OpenAsk,
    renderer: Renderer,
    drafts: Mapping[int, Answer],
    *,
    pictured: bool = False,
) -> list[Json]:
    """Return the controls for one of the viewer's own questions."""
    if isinstance(ask.prompt, PlayCard):
        return play_controls(card_hand.controls_for(view, ask, renderer), drafts.get(ask.id), brief=pictured)
    parts: list[Json] = []
    if isinstance(ask.prompt, Place):
        table, match = view.table.id, view.table.match_id or 0
        draft = drafts.get(ask.id, [])
        parts += place_controls(table, match, ask, ask.prompt, draft, pictured=pictured)
    menu = ask_select(view, ask, renderer)
    if menu is not None:
        parts.append(menu)
    return [*parts, *rows(ask_buttons(view, ask, ask.id, renderer, in_panel=True))]


def _panel_head(view: TableView, seat: Seat, renderer: Renderer, *, plain: bool) -> str:
    """Return whose panel it is; where a picture shows that, only what is special. `plain`: there is none."""
    if not view.table.kind.for_company and view.scene is not None:
        return headline(view, view.scene, renderer)
    owner = _("{name}'s hand").format(name=safe_name(seat.name)) if seat.invited else _("Your hand")
    head = [f"**{owner}**"] if plain or seat.invited else []
    if seat.rail:
        head.append(_("at the rail"))
    called = renderer.name(seat.number)
    if seat.invited:
        head.append(_("your guest"))
    elif called != safe_name(seat.name) and seat.number not in newcomers(view):
        head.append(_("you're {name} here").format(name=called))
    is_playing = view.scene is not None and not view.scene.over
    if is_playing and not seat.pays and not view.free and not seat.computer:
        # before a match a sentence says why
        head.append(_("for points"))
    if seat.sits_out and is_playing and not view.sits_out:
        head.append(_("sitting out next"))
    for block in view.scene.blocks if view.scene is not None else ():
        for row in block.rows if isinstance(block, Seats) else ():
            if row.seat == seat.number and row.badge is not None:
                badge = renderer.say(row.badge)
                head.insert(0, f"**{badge}**" if plain else f"-# {badge}")
    words = " · ".join(head)
    return words[:1].upper() + words[1:]


def _money_words(view: TableView, seat: Seat) -> Iterable[str]:
    """Say before a match that the seat plays it for points, or that the buy-in is much of its purse."""
    yield own_points_line(view, seat)
    yield risk_of_seat(view)


def back_button(table: int) -> Json:
    """Return the button that leads from a page of the panel back to the hand."""
    return button("Back to the game", custom_ids.verb(table, "panel"))


def _panel_lobby_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    table = view.table
    if seat.invited:
        yield from guests.guest_buttons(view, seat)
        return
    if not table.kind.hosted:
        if seat.policy is not None:
            yield button("Take my seat back", custom_ids.verb(table.id, "back"), GREEN)
        elif seat.away:
            yield button("I'm back", custom_ids.verb(table.id, "hand"), GREEN)
        yield more_button(table.id)
        return
    if view.scene is None:
        start = start_button(view)
        if label := agree_label(view, seat):
            yield button(label, custom_ids.verb(table.id, "sit"), GREEN)
        if len(table.members()) == 1 and start["custom_id"] != solo_button(view)["custom_id"]:
            yield solo_button(view)
        yield start
    elif seat.policy is not None:
        yield button("Take my seat back", custom_ids.verb(table.id, "back"), GREEN)
    else:
        yield from company_buttons(view, seat)
    answers = [*_proposals(view, seat, asked=True)]
    yield from answers or _beside_result(view, seat)
    if view.surroundings.lost:
        yield bring_button(table.id, lost=True)
    yield more_button(table.id)


def _beside_result(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield what is behind *More…* while the host is asked about a proposed game: *Share*, and the guest's hand."""
    if view.scene is not None:
        yield from to_share.buttons(view)
    yield from guests.host_buttons(view, seat)


def _proposals(view: TableView, seat: Seat, *, asked: bool) -> Iterable[Json]:
    """Yield the host's answers to a proposed game if they are `asked`; else a guest's way to propose one."""
    propose = custom_ids.verb(view.table.id, "propose")
    return (each for each in proposal_buttons(view, seat) if (each["custom_id"] != propose) is asked)


def _panel_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield the buttons below the answers: the way back to one's seat, and *More…*."""
    table = view.table.id
    if seat.invited:
        # *More…* is about the host's own seat, and stands in their own panel
        yield from guests.guest_buttons(view, seat)
        return
    if view.table.kind.for_company:
        if seat.policy is not None:
            yield button("Take my seat back", custom_ids.verb(table, "back"), GREEN)
        if seat.away:
            yield button("I'm back", custom_ids.verb(table, "hand"), GREEN)
        yield from guests.host_buttons(view, seat)
        if view.surroundings.lost:
            yield bring_button(table, lost=True)
    yield more_button(table)


def more_page(view: TableView, *, pictured: bool) -> Json:
    """Return the page of a panel with everything that answers no question, and the way back.

    `pictured`: the panel has a picture, so that its menus stand here.
    """
    seat = view.table.everyone.get(view.viewer)
    options = view.played or view.options
    rules = [rule for rule in view.game.demonstrations(options) if rule.title != view.game.title]
    explains = _("-# **{title}**: {rule} For example: {example}")
    explained = [
        explains.format(title=_(rule.title), rule=_(rule.rule), example=_(rule.example)) for rule in rules
    ]
    lines = [f"**{_(view.game.title)}**", *explained, *filter(None, [card_hand.own_cards(view)])]
    parts = [
        text("\n".join(lines)),
        *rows([*_more_buttons(view, seat, pictured=pictured), back_button(view.table.id)]),
    ]
    return message(container(parts, accent(view)), ephemeral=True)


def _more_buttons(view: TableView, seat: Seat | None, *, pictured: bool) -> Iterable[Json]:
    """Yield what stands behind *More…*: the seat, the past, help, luck, the table, and the way out."""
    table, hosted = view.table.id, view.table.kind.hosted
    resting = view.scene is None or view.scene.over
    if not view.table.kind.for_company:
        yield button("Log", custom_ids.verb(table, "log"))
        yield from on_table.buttons(view)
        return
    if seat is None and hosted:
        yield button("Sit down", custom_ids.verb(table, "sit"), GREEN)
    elif seat is not None and not resting and seat.policy is None and not seat.rail:
        if pictured and view.table.settings.pictures:
            yield from card_hand.menu_buttons(view, renderer_for(view), pictured=True)
        # nobody calls or bets for a spectator
        yield button("Let a computer play", custom_ids.verb(table, "handover"))
    if seat is not None:
        yield from _proposals(view, seat, asked=False)
        if any(_proposals(view, seat, asked=True)):
            yield from _beside_result(view, seat)
    yield from on_table.buttons(view)
    # where nothing is played for its member, the panel itself has the way back
    in_panel = seat is not None and seat.sits_out and (resting or view.sits_out)
    if seat is not None and hosted and view.scene is not None and not (in_panel or seat.rail):
        yield from absence_buttons(view, seat)
    if view.scene is not None:
        yield button("Log", custom_ids.verb(table, "log"))
        yield button("Details", custom_ids.verb(table, "details"))
        if resting:
            yield from below_result.buttons(view)
    yield button("How to play", custom_ids.verb(table, "rules"))
    yield from about_game.buttons(view.game)
    yield words_button()
    yield button("Fair play", custom_ids.verb(table, "dealt"))
    if hosted and resting:
        yield button("Add computer", custom_ids.verb(table, "computer"))
        if view.scene is None:
            yield from in_lobby.buttons(view)
            yield from guests.invite_buttons(view)
        yield button(
            "Change game" if view.scene is not None else "Settings", custom_ids.verb(table, "settings")
        )
    yield from host_buttons(view)
    if view.surroundings.buried and not view.surroundings.lost:
        yield bring_button(table)
    if hosted and seat is not None:
        yield button("Leave", custom_ids.verb(table, "leave"))


def log_note(view: TableView) -> str:
    """Return the log as the viewer may read it, newest last, with the signs of table and hand.

    Of a long one there are as many turns as a message has room for.
    """
    lines = _log_lines(view)
    while len(lines) > 1 and not fits([f"- {line}" for line in lines]):
        lines = lines[1:]
    return "\n".join(f"- {line}" for line in lines) or _("Nothing's happened yet.")


def _log_lines(view: TableView) -> list[str]:
    renderer, scene = renderer_for(view), view.scene
    log = scene.first(Log) if scene is not None else None
    turns = by_turn(log.lines)[-LOGGED:] if log is not None else ()
    return [say_turn(turn, renderer) for turn in turns]
