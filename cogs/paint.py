"""From a view to a message: the table message, the hand panel, the settings menu.

A painter a block kind, none a game. Everything shown comes from `View.scene`, which holds only what its viewer may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.tables.announce import View
from bot.tables.floor import promise
from bot.tables.state import Seat
from cogs import controls, hands
from cogs.components import (
    BLUE,
    GREEN,
    GREY,
    RED,
    Json,
    button,
    container,
    message,
    rows,
    select,
    separator,
    text,
)
from cogs.components import option as menu_line
from cogs.grids import NO_DRAFTS, grid_lines, grid_of, map_text, place_controls
from cogs.items import item_text
from cogs.items_tavern import learn_from
from cogs.marks import drawn, fitting, plain
from cogs.outcomes import outcome_lines
from cogs.plays import live, play_controls
from cogs.sheets import sheet_texts
from cogs.speak import Speaker, safe_name
from cogs.windows import find_stack, find_window, stack_text, window_buttons, window_text
from cogs.zones import own_zone, shared_zones, zone_text
from games.engine import (
    Answer,
    Choose,
    Demonstration,
    Game,
    Grid,
    Hint,
    Invitation,
    Legend,
    Log,
    Money,
    Names,
    OpenAsk,
    Pick,
    Place,
    Pots,
    Scene,
    SceneHeader,
    SceneOutcome,
    SeatRow,
    Seats,
    Zone,
)
from games.engine.plays import Play

VENUES = {"tavern": "in a tavern", "house": "in a gambling house", "nugget": "at the Gilded Nugget"}
"""Where one plays (GEN-R10)."""
ACCENTS = {
    "Gambling? I'm In!": 0xB45309,
    "Glittergold's Guide to Gambling": 0xCA8A04,
    "A Conclave of Wyrms": 0xB91C1C,
    "Please Don't Burn My Village!": 0xEA580C,
    "The Red Dragon Inn 3": 0x7C3AED,
}
"""The coloured edge, by rulebook."""
LAST_EVENTS = 3
FEW = 10
"""So many options are buttons; more are lines of a select."""
COMPLEXITY = {"simple": "Simple", "medium": "Medium", "complex": "Complex"}


def accent(view: View) -> int:
    """The colour of the table's rulebook."""
    return accent_of(view.game)


def accent_of(game: Game) -> int:
    """The colour of a game's rulebook."""
    return ACCENTS.get(game.rulebook, 0x6B7280)


def speaker(view: View) -> Speaker:
    """Says lines with the names of this table."""
    names = {number: seat.name for number, seat in view.table.everyone.items()}
    for block in view.scene.blocks if view.scene is not None else ():
        if isinstance(block, Names):
            names |= dict(block.names)
    return Speaker(names)


# ---- the table message


def table_message(view: View) -> Json:
    """What stands in the channel: lobby, play, or showdown."""
    learn_from(view.played)
    return fitting(lambda: _table_message(view))


def _table_message(view: View) -> Json:
    playing = view.table.match_id is not None and view.scene is not None and not view.scene.over
    if view.table.phase == "closed":
        return closed_message(view, "This table has closed.")
    if view.table.phase == "suspended":
        parts = [
            text(f"## {view.game.title}"),
            text(
                "This hand can't go on: its record and the rules disagree. Stakes are safe. "
                "An admin decides: refund, or wait."
            ),
        ]
        return message(container(parts, accent(view)))
    if playing:
        return message(container(_play(view), accent(view)))
    if view.scene is not None and view.scene.over:
        return message(container(_showdown(view), accent(view)))
    return message(container(_lobby(view), accent(view)))


def closed_message(view: View, sentence: str) -> Json:
    """A closed table: no controls, and the seed for whoever wants to check the luck."""
    parts = [text(f"## {view.game.title}"), text(sentence)]
    parts.append(text(f"-# The luck of this table: seed `{view.table.seed}`. Check it with `/verify`."))
    return message(container(parts, accent(view)))


def demonstration(game: Game, rules: Sequence[Demonstration]) -> Json:
    """The rules that are new in the next game, each in a sentence and with a result under it (GEN-R6)."""
    shown = [f"**{rule.title}** · {rule.rule}\n-# For example: {rule.example}" for rule in rules]
    lines = "\n".join(shown)
    return message(container([text(f"### {game.title}, the next game\n{lines}")], accent_of(game)))


def _lobby(view: View) -> list[Json]:
    game = view.game
    low, high = game.limits(view.options)
    about = f"{COMPLEXITY[game.complexity]} · {low} to {high} · {_duration(game.minutes)}"
    return [
        text(f"## {game.title}\n{_stakes_line(view)}\n{game.pitch} {about}"),
        text(_seat_list(view, high)),
        text(_options_line(view)),
        *rows(_lobby_buttons(view, low)),
    ]


def _money(view: View) -> Money:
    """What is staked at this table, as its options stand."""
    return view.game.plays_for(view.options)


def _duration(minutes: int) -> str:
    return "about a minute" if minutes == 1 else f"about {minutes} minutes"


def _stakes_line(view: View) -> str:
    settings, money = view.table.settings, _money(view)
    if money == "points":
        return "for points, no purse is touched"
    if settings.free:
        return "for fun, nothing is won or lost"
    if money == "gembones":
        return f"{settings.base} gembones · {VENUES[settings.venue]}"
    return f"{settings.base} table · buy-in {settings.buy_in}"


def _seat_list(view: View, high: int) -> str:
    names = speaker(view)
    said = []
    for seat in view.table.in_order():
        tags = []
        if seat.member == view.table.host:
            tags.append("host")
        if seat.computer:
            tags.append("computer")
        elif seat.policy is not None:
            tags.append("played by a computer")
        elif seat.away:
            tags.append("away")
        elif seat.ready and view.scene is not None:
            tags.append("ready")
        name = f"{seat.number + 1} **{names.name(seat.number)}**"
        said.append(name + (f" ({', '.join(tags)})" if tags else ""))
    free = high - len(said)
    if free > 0:
        said.append(f"{free} more {'seat' if free == 1 else 'seats'} free")
    return "   ".join(said)


def _options_line(view: View) -> str:
    fields = view.game.options.model_fields
    said = []
    for name, value in view.table.options.items():
        shown = fields[name].title or name
        if value is True:
            said.append(shown)
        elif value is not False:
            said.append(f"{shown}: {str(value).replace('_', ' ')}")
    fair = promise(view.table.seed)
    said.append(f"fair play `{fair[:4]} {fair[4:8]}`")
    return "-# " + " · ".join(said)


def _lobby_buttons(view: View, low: int) -> Iterable[Json]:
    table = view.table
    ready = len(table.seats) >= low
    yield button("Sit down", controls.verb(table.id, "sit"), GREEN)
    start = "Start" if ready else f"Start ({low - len(table.seats)} more needed)"
    yield button(start, controls.verb(table.id, "start"), BLUE, disabled=not ready)
    yield button("Add computer", controls.verb(table.id, "computer"))
    yield button("Settings", controls.verb(table.id, "settings"))
    yield button("Rules", controls.verb(table.id, "rules"))


def _play(view: View) -> list[Json]:
    scene = view.scene
    assert scene is not None
    said = speaker(view)
    parts = [text(_headline(view, scene, said)), text(_seat_rows(view, scene, said))]
    zones = shared_zones(scene)
    if zones:
        parts.append(text("\n".join(zones)))
    parts += map(text, sheet_texts(scene, said))
    stack, window = find_stack(scene), find_window(scene)
    if stack is not None:
        parts.append(text(stack_text(stack, said)))
    if window is not None:
        parts.append(text(window_text(view, window, said)))
    log = _log(scene, said, LAST_EVENTS)
    if log:
        parts += [separator(), text(log)]
    buttons = list(window_buttons(view, window)) if window else list(_public_buttons(view, scene, said))
    for block in scene.blocks:
        if isinstance(block, Invitation):
            buttons.append(button(said.say(block.line), controls.verb(view.table.id, "rail")))
    to_hand = controls.verb(view.table.id, "hand")
    if all(each["custom_id"] != to_hand for each in buttons):
        buttons.append(button("My hand", to_hand, GREY))
    if view.game.stake and sum(not seat.left for seat in view.table.seats.values()) < view.game.seats[1]:
        buttons.append(button("Sit down", controls.verb(view.table.id, "sit")))
    parts += rows(buttons)
    return parts


def _headline(view: View, scene: Scene, said: Speaker) -> str:
    title, facts = view.game.title, []
    for block in scene.blocks:
        if isinstance(block, SceneHeader):
            title = block.title
            if block.phase is not None:
                facts.append(said.say(block.phase))
            facts += [said.say(fact) for fact in block.facts]
        elif isinstance(block, Pots):
            facts += _pots(block, said)
    if view.free and _money(view) == "pieces":
        facts.append("for fun")
    facts = [facts[0][:1].upper() + facts[0][1:], *facts[1:]] if facts else []
    return "\n".join([f"## {title}", *([" · ".join(facts)] if facts else [])])


def _pots(block: Pots, said: Speaker) -> list[str]:
    told = []
    for at, (amount, seats) in enumerate(block.pots):
        if block.unit != "piece":
            # a pot within the game, such as that of a round of gambling
            who = ", ".join(said.name(seat) for seat in seats)
            told.append(f"{amount} {block.unit.capitalize()} in the pot ({who})")
        elif at == 0:
            told.append(f"{drawn('chip') or ''} pot {amount}".strip())
        else:
            told.append(f"side pot {amount} ({', '.join(said.name(seat) for seat in seats)})")
    if not block.pots:
        told.append("pot 0")
    if block.bets:
        told.append(f"bet {max(bet for _, bet in block.bets)}")
    return told


def _seat_rows(view: View, scene: Scene, said: Speaker) -> str:
    zones = {block.owner: [] for block in scene.blocks if isinstance(block, Zone)}  # type: dict[int | None, list[Zone]]
    for block in scene.blocks:
        if isinstance(block, Zone):
            zones[block.owner].append(block)
    lines = []
    for block in scene.blocks:
        if isinstance(block, Seats):
            lines += [_seat_row(view, row, zones.get(row.seat, []), said) for row in block.rows]
    return "\n".join(lines)


def _seat_row(view: View, row: SeatRow, zones: list[Zone], said: Speaker) -> str:
    seat = view.table.seats.get(row.seat)
    name = said.name(row.seat)
    name = f"~~{name}~~" if row.out else f"**{name}**"
    parts = [f"{'▸' if row.asked else '◦'} {name}"]
    if row.money is not None:
        parts.append(str(row.money))
    open_asks = _asks_of(view, row.seat)
    if row.asked and not (row.note and any(ask.clock == "race" for ask in open_asks)):
        due = min((view.due[ask.id] for ask in open_asks if ask.id in view.due), default=None)
        parts.append("to act" + (f", until <t:{int(due)}:T>" if due is not None else ""))
    elif row.note is not None:
        parts.append(said.say(row.note))
    if seat is not None and seat.guest is not None:
        own = view.table.seat_of(seat.guest)
        parts.append(f"played by {said.name(own.number)}" if own is not None else "played by a guest")
    if seat is not None and seat.left:
        parts.append("has left")
    elif seat is not None and seat.away and not row.asked:
        parts.append("away")
    shown = [zone_text(zone) for zone in zones]
    grid = grid_of(view.scene, row.seat) if view.scene is not None else None
    line = " · ".join(parts + [zone for zone in shown if zone])
    pictured = view.table.settings.pictures
    return "\n".join([line, *(grid_lines(grid.piles, pictured=pictured) if grid is not None else [])])


def _asks_of(view: View, seat: int) -> list[OpenAsk]:
    scene = view.scene
    return [ask for ask in scene.asks if ask.seat == seat and not ask.answered] if scene else []


def _log(scene: Scene, said: Speaker, most: int) -> str:
    for block in scene.blocks:
        if isinstance(block, Log):
            return " ".join(said.say(line) for line in block.lines[-most:])
    return ""


def _showdown(view: View) -> list[Json]:
    scene = view.scene
    assert scene is not None
    said = speaker(view)
    outcome = next(block for block in scene.blocks if isinstance(block, SceneOutcome))
    # where only points are played for, the game itself tells them
    told = outcome_lines(scene, said, money=_money(view) != "points", pictured=view.table.settings.pictures)
    lines = [f"## {view.game.title}", *told]
    notes = [said.say(line) for line in outcome.notes]
    if view.free and _money(view) != "points":
        notes.append("Played for fun: nothing was won or lost.")
    if view.gather_until is not None:
        notes.append(f"The next one starts <t:{int(view.gather_until)}:R>.")
    parts = [text("\n".join(lines))]
    shared = shared_zones(scene)
    if shared:
        parts.append(text("\n".join(shared)))
    parts += map(text, sheet_texts(scene, said))
    if notes:
        parts.append(text("-# " + " ".join(notes)))
    if view.remarks:
        parts.append(text("\n".join(f"-# {said.say(line)}" for line in view.remarks)))
    high = view.game.limits(view.options)[1]
    parts.append(text(_seat_list(view, high)))
    table = view.table.id
    buttons = [
        button("Again", controls.verb(table, "again"), GREEN),
        button("Sit down", controls.verb(table, "sit")),
        button("Change game", controls.verb(table, "settings")),
        button("Leave", controls.verb(table, "leave")),
        button("How was it dealt?", controls.verb(table, "dealt")),
    ]
    return [*parts, *rows(buttons)]


# ---- the controls of a question


def _public_buttons(view: View, scene: Scene, said: Speaker) -> Iterable[Json]:
    """Questions that give nothing away, for whoever is asked (UX: buttons of somebody else's turn stay)."""
    open_now = [
        ask for ask in scene.asks if not ask.answered and ask.prompt is not None and ask.prompt.public
    ]
    if not open_now:
        return
    first = open_now[0]
    alike = [ask for ask in open_now if ask.kind == first.kind]
    if len({repr(ask.prompt.space()) for ask in alike if ask.prompt is not None}) > 1:
        # everybody has choices of their own: those stand in the hand panels
        return
    shared = len(alike) > 1
    which: int | str = f"{first.kind}@{min(ask.id for ask in alike)}" if shared else first.id
    yield from ask_buttons(view, first, which, said)


def ask_buttons(view: View, ask: OpenAsk, which: int | str, said: Speaker) -> Iterable[Json]:
    """Buttons for a choice among few; nothing for what needs a select."""
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    if isinstance(prompt, Pick):
        for place in () if _by_select(prompt) else prompt.places():
            card = _plain(prompt.items[place])
            yield button(card, controls.answer("p", table, match, which, [place]), BLUE)
        if prompt.low == 0:
            # Discord sends nothing for a select in which nothing was chosen
            none = said.words(ask.words.get(f"{ask.kind}:none", "None"), prompt.says)
            yield button(none, controls.answer("p", table, match, which, []))
        return
    if isinstance(prompt, Play):
        # on the table message: which card is chosen in private (GMB-R14)
        yield button(ask.words.get(f"{ask.kind}:play", "Play"), controls.verb(table, "hand"), BLUE)
        for word in prompt.passes:
            told = said.words(ask.words.get(f"{ask.kind}:{word}", word), prompt.says)
            yield button(told, controls.answer("p", table, match, which, word))
        return
    if not isinstance(prompt, Choose) or len(prompt.options) > FEW:
        return
    words = ask.words

    def label(option: str, values: Mapping[str, Any]) -> str:
        hint = _hint(view, ask, option, said)
        return said.words(words.get(f"{ask.kind}:{option}", option), values) + (f" · {hint}" if hint else "")

    made = []
    # beside amounts a single option is the way out of them, and comes last
    leading = None if prompt.amount is not None and len(prompt.options) == 1 else prompt.options[0]
    for option in prompt.options:
        style = RED if option == "fold" else BLUE if option == leading else GREY
        kind = "c" if option in prompt.confirm else "p"
        made.append(
            button(label(option, prompt.says), controls.answer(kind, table, match, which, option), style)
        )
    sizes = []
    if prompt.amount is not None:
        low, high = prompt.amount.low, prompt.amount.high
        for n in prompt.amount.steps or (low,):
            says = {**prompt.says, "n": n}
            sizes.append(button(label("amount", says), controls.answer("p", table, match, which, n), GREEN))
        if high > low:
            sizes.append(button("Other amount", controls.answer("a", table, match, which)))
    first = made[: leading is not None]
    yield from first
    yield from sizes
    yield from made[len(first) :]


def _by_select(prompt: Pick) -> bool:
    """Whether several may be picked, or one of so many that buttons would fill the screen."""
    return prompt.high > 1 or len(prompt.places()) > 10


def ask_select(view: View, ask: OpenAsk, said: Speaker) -> Json | None:
    """A select for a choice among many, or of several cards."""
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    custom_id = controls.answer("s", table, match, ask.id)
    if isinstance(prompt, Pick) and _by_select(prompt):
        lines = [menu_line(_plain(prompt.items[place]), str(place)) for place in prompt.places()]
        what = "Choose dice" if all(":" in item for item in prompt.items) else "Choose cards"
        return select(what, custom_id, lines, max(prompt.low, 1), prompt.high)
    if isinstance(prompt, Choose) and len(prompt.options) > FEW:
        words = ask.words
        lines = [
            menu_line(
                said.words(words.get(f"{ask.kind}:{option}", option), prompt.says),
                controls.KEY + option,
                _hint(view, ask, option, said),
            )
            for option in prompt.options
        ]
        return select("Choose", custom_id, lines)
    return None


def _not_now(scene: Scene, seat: int, ask: OpenAsk) -> Iterable[Json]:
    """Where some cards of the hand may be played, the others: greyed, so that one sees why they are not offered."""
    options = ask.prompt.options if isinstance(ask.prompt, Choose) else ()
    for block in scene.blocks:
        if not isinstance(block, Zone) or block.name != "hand" or block.owner != seat:
            continue
        if options and len(options) <= FEW and {*options} < {*block.items}:
            for card in dict.fromkeys(block.items):
                if card not in options:
                    yield button(_plain(card), f"grey:{card}", disabled=True)


def _hint(view: View, ask: OpenAsk, option: str, said: Speaker) -> str:
    """What the game has to say about an option to those who want hints; nothing where the table allows none."""
    words = ask.words.get(f"{ask.kind}:{option}:hint")
    if words is None or ask.prompt is None or not view.table.settings.hints:
        return ""
    return said.words(words, ask.prompt.says)


def question(ask: OpenAsk, said: Speaker) -> str:
    """The question in the game's words."""
    values = ask.prompt.says if ask.prompt is not None else {}
    return said.words(ask.words.get(ask.kind, ask.kind.replace("_", " ").capitalize()), values)


def _plain(item: str) -> str:
    return item_text(item).replace("*", "")


# ---- the hand panel


def hand_panel(view: View, *, lead: str = "", drafts: Mapping[int, Answer] = NO_DRAFTS) -> Json:
    """What only the viewer sees: their cards, what they are worth, what is asked of them, until when.

    `drafts`: by question, the beginning of an answer that is put together in steps.
    """
    learn_from(view.played)
    return fitting(lambda: _hand_panel(view, lead, drafts))


def _cards_panel(
    view: View, scene: Scene, legend: Legend, said: Speaker, drafts: Mapping[int, Answer]
) -> list[Json]:
    """A hand of cards that carry their text, and all that is open to its owner."""
    stepped = hands.focus(view, drafts)
    if stepped is not None:
        ask, draft = stepped
        parts = [text(question(ask, said) + _until(view, ask))]
        if ask in hands.folded(scene):
            return [*parts, *hands.opened_menu(view, ask, said, draft)]
        return [*parts, *play_controls(hands.desk_of(view, ask, said), draft)]
    idle = hands.idle_cards(view, legend, said)
    parts = [text(idle)] if idle else []
    about = hands.asked_about(view, said)
    mine, used = scene.mine(), list[str]()
    if about and (mine or hands.again(scene)):
        parts += [separator(), text(about)]
    for ask in mine:
        parts.append(text(f"**{question(ask, said)}**{_until(view, ask)}"))
        parts += _ask_controls(view, ask, said, drafts)
        used += live(ask.prompt) if isinstance(ask.prompt, Play) else []
    parts += hands.answered_controls(view, said, drafts)
    if not mine and not hands.again(scene):
        parts.append(text("Nothing to do now. The table shows whose turn it is."))
    return [*parts, *hands.standing_controls(view, said, used)]


def _out_words(view: View) -> str:
    said = "You're out. Watch as long as you like, or leave"
    if view.free_to_take:
        return f"{said}; or play on for a computer player, whose stake and result stay the house's."
    return f"{said}."


def _is_out(scene: Scene, number: int) -> bool:
    """Whether a seat is out for good: nothing lies before it any more, as it does before one that has folded."""
    rows_of = [row for block in scene.blocks if isinstance(block, Seats) for row in block.rows]
    lying = [zone for zone in scene.blocks if isinstance(zone, Zone) and zone.owner == number and zone.items]
    return not lying and any(row.seat == number and row.out for row in rows_of)


def _until(view: View, ask: OpenAsk) -> str:
    due = view.due.get(ask.id)
    if ask.id in view.held:
        return " Pressed: it counts as soon as your time between two rolls is over."
    if due is None:
        return ""
    return (
        f" Without a press it ends <t:{int(due)}:R>."
        if view.table.settings.private
        else f" Until <t:{int(due)}:T>."
    )


def _ask_controls(view: View, ask: OpenAsk, said: Speaker, drafts: Mapping[int, Answer]) -> list[Json]:
    """Whatever answers one question of the viewer's own."""
    if isinstance(ask.prompt, Play):
        return play_controls(hands.desk_of(view, ask, said), drafts.get(ask.id))
    parts: list[Json] = []
    if isinstance(ask.prompt, Place):
        table, match = view.table.id, view.table.match_id or 0
        parts += place_controls(table, match, ask, ask.prompt, drafts.get(ask.id, []))
    menu = ask_select(view, ask, said)
    if menu is not None:
        parts.append(menu)
    return [*parts, *rows(ask_buttons(view, ask, ask.id, said))]


def _hand_panel(view: View, lead: str, drafts: Mapping[int, Answer]) -> Json:
    seat = view.table.everyone.get(view.viewer)
    if seat is None:
        watching = text(lead or "You're watching. Sit down at the next hand.")
        sit = rows([button("Sit down", controls.verb(view.table.id, "sit"), GREEN)])
        return message(container([watching, *sit], accent(view)), ephemeral=True)
    scene, said = view.scene, speaker(view)
    parts: list[Json] = [text("\n".join([lead] * bool(lead) + [_panel_head(view, seat)]))]
    if view.table.settings.private and scene is not None and scene.over:
        parts += [text(said.say(block.headline)) for block in scene.blocks if isinstance(block, SceneOutcome)]
        return message(container(parts, accent(view)), ephemeral=True)
    if scene is None or scene.over:
        parts.append(text(_waiting_words(view, seat)))
        parts += rows(_panel_lobby_buttons(view, seat))
        return message(container(parts, accent(view)), ephemeral=True)
    legend = hands.find_legend(scene)
    if legend is not None:
        below = [hands.own_values(scene, said), hands.own_things(scene)]
        parts = [text("\n".join([parts[0]["content"], *filter(None, below)]))]
        parts += _cards_panel(view, scene, legend, said, drafts)
        if hands.focus(view, drafts) is None:
            parts += rows([*hands.menu_buttons(view), *_panel_buttons(view, seat)])
        return message(container(parts, accent(view)), ephemeral=True)
    mine = scene.mine()
    if not mine and _is_out(scene, seat.number):
        parts.append(text(_out_words(view)))
        takes = [
            button(f"Play for {said.name(number)}", controls.verb(view.table.id, f"take.{number}"), GREEN)
            for number in view.free_to_take
        ]
        parts += [*rows(takes), *rows(_panel_buttons(view, seat))]
        return message(container(parts, accent(view)), ephemeral=True)
    placing = any(isinstance(ask.prompt, Place) for ask in mine)
    for block in scene.blocks:
        if isinstance(block, Zone) and block.owner == seat.number and block.items:
            parts.append(text(own_zone(block)))
        elif isinstance(block, Grid) and block.owner == seat.number and not placing:
            parts.append(text(map_text(block.piles)))
        elif isinstance(block, Hint) and view.table.settings.hints:
            parts.append(text(said.say(block.line)))
    lying = shared_zones(scene)
    if mine and lying:
        # only with a question: the panel is not repainted for what others do meanwhile
        parts.append(text("\n".join(lying)))
    if not mine:
        # not who is thinking: this panel is repainted only when something is asked of its owner
        parts.append(text("Nothing to do now. The table shows whose turn it is."))
    for ask in mine:
        parts.append(text(question(ask, said) + _until(view, ask)))
        parts += _ask_controls(view, ask, said, drafts)
        parts += rows(_not_now(scene, seat.number, ask))
    parts += rows(_panel_buttons(view, seat))
    return message(container(parts, accent(view)), ephemeral=True)


def _panel_head(view: View, seat: Seat) -> str:
    if view.table.settings.private and view.scene is not None:
        return _headline(view, view.scene, speaker(view))
    head = ["**Your hand** · " + ("at the rail" if seat.rail else f"seat {seat.number + 1}")]
    called = speaker(view).name(seat.number)
    if called != safe_name(seat.name):
        head.append(f"you are {called} here")
    if view.scene is not None:
        for block in view.scene.blocks:
            if isinstance(block, Seats):
                money = next((row.money for row in block.rows if row.seat == seat.number), None)
                if money is not None:
                    head.append(f"{money} pieces left")
            elif isinstance(block, Pots):
                bet = dict(block.bets).get(seat.number)
                if bet:
                    head.append(f"{bet} bet in this round")
    return " · ".join(head)


def _waiting_words(view: View, seat: Seat) -> str:
    if view.table.phase == "suspended":
        return "This hand can't go on: its record and the rules disagree. Stakes are safe."
    if seat.away:
        return "You were away and sit out. Press Again to play the next hand."
    return "Cards come here when the game starts."


def _panel_lobby_buttons(view: View, seat: Seat) -> Iterable[Json]:
    table = view.table
    if view.scene is None:
        if seat.member == table.host and len(table.members()) == 1:
            yield button("Start with computer players", controls.verb(table.id, "solo"), GREEN)
        yield button("Start", controls.verb(table.id, "start"), BLUE)
    else:
        yield button("Again", controls.verb(table.id, "again"), GREEN)
    yield button("Leave", controls.verb(table.id, "leave"))


def _panel_buttons(view: View, seat: Seat) -> Iterable[Json]:
    table = view.table.id
    if view.table.settings.private:
        yield button("Log", controls.verb(table, "log"))
        return
    if seat.rail:
        pass  # nobody calls or bets for a spectator
    elif seat.policy is not None:
        yield button("Take my seat back", controls.verb(table, "back"), GREEN)
    else:
        yield button("Let a computer play", controls.verb(table, "handover"))
    yield button("Log", controls.verb(table, "log"))
    yield button("Leave", controls.verb(table, "leave"))


def log_note(view: View) -> str:
    """The log as the viewer may read it, newest last; in plain signs, since it is long."""
    with plain():
        return _log_note(view)


def _log_note(view: View) -> str:
    said = speaker(view)
    if view.scene is None:
        return "Nothing has happened yet."
    for block in view.scene.blocks:
        if isinstance(block, Log):
            return (
                "\n".join(f"- {said.say(line)}" for line in block.lines[-25:]) or "Nothing has happened yet."
            )
    return "Nothing has happened yet."
