"""The hand panel: its owner's cards, open questions and deadlines; and the log.

Everything shown comes from `TableView.scene`, which holds only what its viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.face.text.emoji_text import fits, render_within_limits
from bot.face.text.second_person import to_you
from bot.face.text.templates import Renderer, safe_name
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.grids import map_text, place_controls
from cogs.ui.blocks.showdown import MARKS, find_outcome, personal_text, split_scores
from cogs.ui.blocks.zones import lies_open, own_zone
from cogs.ui.components import GREEN, Json, button, container, message, rows, separator, text
from cogs.ui.hand import card_hand, hand_picture
from cogs.ui.hand.card_play import play_controls
from cogs.ui.hand.move_draft import NO_DRAFTS, live
from cogs.ui.questions import ask_buttons, ask_select, disabled_cards, question
from cogs.ui.risks import risk_of_question
from cogs.ui.stakes_words import own_points_line, risk_of_seat
from cogs.ui.table import guests
from cogs.ui.table.company import (
    absence_buttons,
    company_buttons,
    proposal_buttons,
    proposal_line,
    waiting_words,
)
from cogs.ui.table.lobby import solo_button, start_button
from cogs.ui.theme import accent, bring_button, headline, money_kind_of, renderer_for
from games.engine import (
    Answer,
    Grid,
    Hint,
    Legend,
    Log,
    OpenAsk,
    Place,
    Scene,
    SceneOutcome,
    Seats,
    Zone,
    by_turn,
    turns_back,
)
from games.engine.card_prompts import PlayCard

LEFT = "You've left the table. Your seat finishes the hand by itself; then your stake comes back."
LOGGED = 25
"""The number of latest turns of the log that are shown."""


def hand_panel(
    view: TableView, *, lead: str = "", drafts: Mapping[int, Answer] = NO_DRAFTS, picture: Json | None = None
) -> Json:
    """Return the private panel of a viewer: their cards, what these are worth, their questions and deadlines.

    `drafts` holds, by question, the beginning of an answer that is put together in steps. `picture` shows the hand; the
    text then leaves it out.
    """

    def paint() -> Json:
        return message(container(_parts(view, lead, drafts, picture), accent(view)), ephemeral=True)

    return render_within_limits(paint)


def _parts(view: TableView, lead: str, drafts: Mapping[int, Answer], picture: Json | None) -> list[Json]:
    """Return the parts of the panel, by the viewer's present role at the table."""
    seat, scene = view.table.everyone.get(view.viewer), view.scene
    if seat is None:
        watching = text(lead or "You're watching. Sit down to play the next hand.")
        return [watching, *rows([button("Sit down", custom_ids.verb(view.table.id, "sit"), GREEN)])]
    renderer = renderer_for(view)
    head = "\n".join(filter(None, [lead, _panel_head(view, seat, renderer), _computer_words(view, seat)]))
    if not view.table.kind.for_company and scene is not None and scene.over:
        headlines = [
            renderer.say(block.headline) for block in scene.blocks if isinstance(block, SceneOutcome)
        ]
        return [text(head), *map(text, headlines)]
    if scene is None or scene.over:
        return [
            text(head),
            text("\n".join(filter(None, [_waiting_words(view, seat, renderer), *_money_words(view, seat)]))),
            *rows(_panel_lobby_buttons(view, seat)),
        ]
    if seat.left:
        return [text(head), text(LEFT)]
    if view.revealing:
        return [
            text(head),
            *_things(view, scene, seat, renderer, picture),
            text("That was it. Watch the table ..."),
        ]
    if view.sits_out:
        leave = button("Leave", custom_ids.verb(view.table.id, "leave"))
        return [text(head), text(view.sits_out), *rows([*company_buttons(view, seat), leave])]
    outcome = find_outcome(scene)
    if outcome is not None:
        sentence = _own_ending(scene, renderer) or "The next game follows."
        return [text(head), text(sentence), *_questions(view, scene, seat, renderer, drafts)]
    head = "\n".join(filter(None, [head, _last_words(view, scene, renderer)]))
    legend = card_hand.find_legend(scene)
    if legend is not None:
        values = card_hand.own_values(scene, renderer)
        parts = [text("\n".join(filter(None, [head, values])))]
        if view.timed_out is not None:
            parts.append(text(_timed_out(view, seat, renderer)))
        parts += _cards_panel(view, scene, legend, renderer, drafts)
        if card_hand.focus(view, drafts) is None:
            parts += rows([*card_hand.menu_buttons(view), *_panel_buttons(view, seat)])
        return parts
    if not scene.mine() and _is_out(scene, seat.number):
        takes = [
            button(
                f"Play for {renderer.name(number)}", custom_ids.verb(view.table.id, f"take.{number}"), GREEN
            )
            for number in view.free_to_take
        ]
        return [text(head), text(_out_words(view)), *rows(takes), *rows(_panel_buttons(view, seat))]
    return [
        text(head),
        *_things(view, scene, seat, renderer, picture),
        *_questions(view, scene, seat, renderer, drafts, pictured=picture is not None),
    ]


def _last_words(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return how the viewer's last game ended, or once they have acted in this one, what they did last."""
    last = view.last_outcome
    if last is not None:
        return f"-# Last game: {Renderer(last.names).say(last.line)}"
    for block in scene.blocks:
        for line in turns_back(block.lines) if isinstance(block, Log) else ():
            own = to_you(line) if line.values.get("seat") == scene.viewer else None
            if own is not None:
                return "" if lies_open(line, scene) else f"-# {renderer.say(own)}"
    return ""


def _things(
    view: TableView, scene: Scene, seat: Seat, renderer: Renderer, picture: Json | None
) -> list[Json]:
    """Return the viewer's cards with their worth, and what nobody else may see on the table."""
    placing = hand_picture.placing(scene) is not None
    own = [b for b in scene.blocks if isinstance(b, Zone) and b.owner == seat.number and b.items]
    drawn = hand_picture.own_piles(scene) if picture is not None else []
    marked = bool(drawn) and bool(hand_picture.below(view, scene))
    parts = [picture] if picture is not None else []
    for block in scene.blocks:
        if block in own and block not in drawn:
            parts.append(text(own_zone(block, named=len(own) > 1)))
        elif isinstance(block, Zone) and block.owner is None and block.shown and not all(block.shown):
            parts.append(text(own_zone(block, named=True)))
        elif isinstance(block, Grid) and block.owner == seat.number and not placing and picture is None:
            parts.append(text(map_text(block.piles)))
        elif isinstance(block, Hint) and view.table.settings.hints and not placing:
            parts.append(text(renderer.say(split_scores(block.line)[0] if marked else block.line)))
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
        parts.append(text(_timed_out(view, seat, renderer)))
    if not mine:
        # not whose turn it is
        parts.append(text(_idle_words(scene, seat.number, renderer)))
    for ask in mine:
        parts.append(text(question(ask, renderer) + _until(view, ask) + _risk(view, ask)))
        parts += _ask_controls(view, ask, renderer, drafts, pictured=pictured)
        if not pictured:
            parts += rows(disabled_cards(scene, seat.number, ask))
    return [*parts, *rows(_panel_buttons(view, seat))]


def _risk(view: TableView, ask: OpenAsk) -> str:
    """Return the line below a question about a press that risks much of the viewer's purse."""
    line = risk_of_question(view, ask)
    return f"\n{line}" if line else ""


def _cards_panel(
    view: TableView, scene: Scene, legend: Legend, renderer: Renderer, drafts: Mapping[int, Answer]
) -> list[Json]:
    """Return a hand of cards with their texts, and everything that its owner may answer."""
    stepped = card_hand.focus(view, drafts)
    if stepped is not None:
        ask, draft = stepped
        parts = [text(question(ask, renderer) + _until(view, ask))]
        if ask in card_hand.folded(scene):
            return [*parts, *card_hand.opened_menu(view, ask, renderer, draft)]
        return [*parts, *play_controls(card_hand.controls_for(view, ask, renderer), draft)]
    idle = card_hand.idle_cards(view, legend, renderer)
    parts = [text(idle)] if idle else []
    about = card_hand.asked_about(view, renderer)
    mine, used = scene.mine(), list[str]()
    if about and (mine or card_hand.again(scene)):
        parts += [separator(), text(about)]
    for ask in mine:
        parts.append(text(f"**{question(ask, renderer)}**{_until(view, ask)}"))
        parts += _ask_controls(view, ask, renderer, drafts)
        used += live(ask.prompt) if isinstance(ask.prompt, PlayCard) else []
    parts += card_hand.answered_controls(view, renderer, drafts)
    if not mine and not card_hand.again(scene):
        parts.append(text(_idle_words(scene, view.viewer, renderer)))
    return [*parts, *card_hand.standing_controls(view, renderer, used)]


def _idle_words(scene: Scene, number: int, renderer: Renderer) -> str:
    """Name the seat that everyone waits for; the panel is repainted when it is another, or several."""
    rows_of = [row for block in scene.blocks if isinstance(block, Seats) for row in block.rows]
    if any(row.seat == number and row.out for row in rows_of):
        return "You're sitting this one out."
    asked = [row.seat for row in rows_of if row.asked]
    if len(asked) == 1 and asked[0] != number:
        return f"{renderer.name(asked[0])} is thinking ..."
    return "Waiting for the others ..."


def _timed_out(view: TableView, seat: Seat, renderer: Renderer) -> str:
    """Return the default action after the viewer's time ran out, and the way to come back."""
    press = renderer.say(view.timed_out) if view.timed_out is not None else ""
    done = f"so the table pressed **{press}** for you" if press else "so the table answered for you"
    back = "Nobody waits for you now: press anything and you're back." if seat.away else "You're still in."
    return f"Time ran out, {done}. {back}"


def _out_words(view: TableView) -> str:
    sentence = "You're out. Watch as long as you like, or leave"
    if view.free_to_take:
        return (
            f"{sentence}; or take over a computer player, for fun: its stake and winnings stay the house's."
        )
    return f"{sentence}."


def _is_out(scene: Scene, number: int) -> bool:
    """Return whether a seat is out for good: unlike one that has folded, it has nothing left in front of it."""
    rows_of = [row for block in scene.blocks if isinstance(block, Seats) for row in block.rows]
    lying = [zone for zone in scene.blocks if isinstance(zone, Zone) and zone.owner == number and zone.items]
    return not lying and any(row.seat == number and row.out for row in rows_of)


def _until(view: TableView, ask: OpenAsk) -> str:
    due = view.deadlines.get(ask.id)
    if ask.id in view.early_presses:
        return " A little early: I'll try it when you may roll again."
    if due is None:
        return ""
    if ask.silent:
        return f" Say nothing and you pass <t:{int(due)}:R>."
    return (
        f" Without a press it ends <t:{int(due)}:R>."
        if not view.table.kind.for_company
        else f" Time's up <t:{int(due)}:R>."
        if view.table.settings.letter
        else f" Until <t:{int(due)}:T>."
    )


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
        return play_controls(card_hand.controls_for(view, ask, renderer), drafts.get(ask.id))
    parts: list[Json] = []
    if isinstance(ask.prompt, Place):
        table, match = view.table.id, view.table.match_id or 0
        draft = drafts.get(ask.id, [])
        parts += place_controls(table, match, ask, ask.prompt, draft, pictured=pictured)
    menu = ask_select(view, ask, renderer)
    if menu is not None:
        parts.append(menu)
    return [*parts, *rows(ask_buttons(view, ask, ask.id, renderer, in_panel=True))]


def _panel_head(view: TableView, seat: Seat, renderer: Renderer) -> str:
    if not view.table.kind.for_company and view.scene is not None:
        return headline(view, view.scene, renderer)
    owner = f"{safe_name(seat.name)}'s hand" if seat.invited else "Your hand"
    head = [f"**{owner}**"]
    if seat.rail:
        head.append("at the rail")
    called = renderer.name(seat.number)
    if seat.invited:
        head.append("your guest")
    elif called != safe_name(seat.name):
        head.append(f"you're {called} here")
    if not seat.pays and not view.free and not seat.computer:
        head.append("for points")
    for block in view.scene.blocks if view.scene is not None else ():
        for row in block.rows if isinstance(block, Seats) else ():
            if row.seat == seat.number and row.badge is not None:
                head.insert(0, f"**{renderer.say(row.badge)}**")
    return " · ".join(head)


def _computer_words(view: TableView, seat: Seat) -> str:
    """Say that a computer answers in a member's seat, and with whose money."""
    if seat.policy is None or seat.computer:
        return ""
    settings = view.table.settings
    costs_nothing = view.free or settings.free or money_kind_of(view) == "points"
    if costs_nothing or not view.table.kind.hosted:
        return "A computer is playing for you."
    return "A computer is playing for you, with your own money: what it wins or loses is yours."


def _own_ending(scene: Scene | None, renderer: Renderer) -> str | None:
    """Return the viewer's own sentence about the end, with the sign of the headline if they came first."""
    outcome = find_outcome(scene)
    if scene is None or outcome is None:
        return None
    sentence = personal_text(outcome, renderer)
    first = any(row.seat == scene.viewer and row.place == 1 for row in outcome.rows)
    sign = MARKS.get(outcome.degree) if first else None
    return f"{sign} {sentence}" if sentence and sign else sentence


def _waiting_words(view: TableView, seat: Seat, renderer: Renderer) -> str:
    if view.table.phase == "suspended":
        return "This hand can't go on: its record and the rules disagree. Your stakes are safe."
    sentence = _own_ending(view.scene, renderer)
    if not view.table.kind.hosted:
        if not sentence:
            return "Your cards come here once it starts."
        return f"{sentence} The next match starts by itself." if view.gather_until is not None else sentence
    if seat.policy is not None:
        return " ".join(filter(None, [sentence, "The computer stays in for the next game."]))
    words = waiting_words(view, seat) or ("" if sentence else "Your cards come here once the game starts.")
    if sentence:
        words = f"{sentence}\n{words}" if words else f"{sentence} Play again?"
    return "\n".join(filter(None, [words, proposal_line(view)]))


def _money_words(view: TableView, seat: Seat) -> Iterable[str]:
    """Say before a match that the seat plays it for points, or that the buy-in is much of its purse."""
    yield own_points_line(view, seat)
    yield risk_of_seat(view)


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
        yield button("How to play", custom_ids.verb(table.id, "rules"))
        return
    if view.scene is None:
        start = start_button(view)
        if len(table.members()) == 1 and start["custom_id"] != solo_button(view)["custom_id"]:
            yield solo_button(view)
        yield start
    elif seat.policy is not None:
        yield button("Take my seat back", custom_ids.verb(table.id, "back"), GREEN)
    else:
        yield from company_buttons(view, seat)
    if view.surroundings.buried or view.surroundings.lost:
        yield bring_button(table.id, lost=view.surroundings.lost)
    yield button("Leave", custom_ids.verb(table.id, "leave"))
    yield button("How to play", custom_ids.verb(table.id, "rules"))
    yield from proposal_buttons(view, seat)
    if view.scene is not None and not seat.sits_out:
        yield from absence_buttons(view, seat)
    yield from guests.host_buttons(view, seat)


def _panel_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    table = view.table.id
    if not view.table.kind.for_company:
        yield button("Log", custom_ids.verb(table, "log"))
        return
    if seat.invited:
        yield from guests.guest_buttons(view, seat)
        yield button("Log", custom_ids.verb(table, "log"))
        return
    if seat.policy is not None:
        yield button("Take my seat back", custom_ids.verb(table, "back"), GREEN)
    elif not seat.rail:
        # nobody calls or bets for a spectator
        yield button("Let a computer play", custom_ids.verb(table, "handover"))
    if seat.away:
        yield button("I'm back", custom_ids.verb(table, "hand"), GREEN)
    if view.surroundings.buried or view.surroundings.lost:
        yield bring_button(table, lost=view.surroundings.lost)
    yield button("Log", custom_ids.verb(table, "log"))
    yield button("How to play", custom_ids.verb(table, "rules"))
    if view.table.kind.hosted:
        yield button("Leave", custom_ids.verb(table, "leave"))
    yield from guests.host_buttons(view, seat)


def log_note(view: TableView) -> str:
    """Return the log as the viewer may read it, newest last, with the signs of table and hand.

    Of a long one there are as many turns as a message has room for.
    """
    lines = _log_lines(view)
    while len(lines) > 1 and not fits([f"- {line}" for line in lines]):
        lines = lines[1:]
    return "\n".join(f"- {line}" for line in lines) or "Nothing's happened yet."


def _log_lines(view: TableView) -> list[str]:
    renderer, scene = renderer_for(view), view.scene
    log = (
        next((block for block in scene.blocks if isinstance(block, Log)), None) if scene is not None else None
    )
    lines = by_turn(log.lines)[-LOGGED:] if log is not None else ()
    return [renderer.say(line) for line in lines]
