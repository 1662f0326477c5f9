"""One step of a past match: the table and the member's hand as they were, and the buttons to other steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from bot.clock import day_words
from bot.face.table.names import renderer_for
from bot.face.table.questions import option_words
from bot.face.text.emoji_text import render_within_limits
from bot.language import N_, _, is_english, locale_of, ngettext, number, pgettext, reader_language
from bot.matches.coach import Judged
from bot.matches.played_match import PlayedMatch
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.zones import own_zone
from cogs.ui.components import (
    BLUE,
    GREY,
    Json,
    button,
    container,
    joined,
    message,
    option,
    rows,
    select,
    text,
)
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.offers import below_result, to_share
from cogs.ui.table.table_message import shown_parts
from cogs.ui.theme import accent_of
from db.journal import MatchSummary
from games.computer.weighed import Unit
from games.engine.match import Match
from games.engine.prompts import Answer, Choose
from games.engine.scene import BACK, RAIL, Zone
from games.registry import GAMES, game_title

PREFIX = "look"
"""Custom ids: `look:<match>:<step>:<eyes>:<verb>`, and `look:list` for the menu of matches."""
LIST = "list"
Eyes = Literal["mine", "all"]
ANSWERS = frozenset({Kind.ANSWER, Kind.SEALED, Kind.CONFIRM})
"""Kinds of controls whose custom id holds the whole answer."""
LABELLED = frozenset({*ANSWERS, Kind.AMOUNT, Kind.STEP})
COACH = "coach"
"""The verb of the control that asks the coach about the whole match."""
MORE = "more"
"""The verb of the control that shows what else can be done with a step: all of it is too high for a phone."""
MOST_CHOICES = 12
"""Choices that are named; further ones are only counted."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a match: the match, the step (None: the viewer's first decision), and the viewpoint."""

    match: int
    step: int | None
    eyes: Eyes = "mine"
    verb: str = "go"

    @classmethod
    def beginning(cls, match: int) -> Position:
        """Return the position at which looking back begins."""
        return cls(match, None)

    @classmethod
    def parse(cls, rest: str) -> Position | None:
        """Read what follows the prefix of a custom id; None if it is malformed, since ids come from outside."""
        match rest.split(":"):
            case [number, step, "mine" | "all" as eyes, verb] if number.isdecimal() and len(number) <= 15:
                if step == "":
                    return cls(int(number), None, eyes, verb)
                if step.isdecimal() and len(step) <= 9:
                    return cls(int(number), int(step), eyes, verb)
        return None

    def custom_id(self, verb: str, step: int | None = None, eyes: Eyes | None = None) -> str:
        """Return the id of a control that leads to another position; the verb makes ids within one message differ."""
        target = self.step if step is None else step
        return f"{PREFIX}:{self.match}:{'' if target is None else target}:{eyes or self.eyes}:{verb}"


@below_result
def button_below_result(view: TableView) -> Iterable[Json]:
    """Yield the button about a result that looks back at its match."""
    yield button("Look back", custom_ids.verb(view.table.id, "look"))


@to_share
def share_button(view: TableView) -> Iterable[Json]:
    """Yield the button below a result that posts its card."""
    yield button(pgettext("to post it", "Share"), custom_ids.verb(view.table.id, "share"))


def step_message(
    played: PlayedMatch,
    position: Position,
    match: Match,
    *,
    chance: float | None = None,
    judged: Judged | None = None,
    drawn: bool = False,
) -> Json:
    """Return one step as the member saw it, with controls, and what the coach says about their answer.

    `drawn`: a picture shows the table and the hand; the text then leaves them out.
    """
    return render_within_limits(lambda: _step_message(played, position, match, chance, judged, drawn))


def eyes_on(played: PlayedMatch, position: Position, match: Match) -> int:
    """Return the seat that a step is seen from: the member's own while the match goes on, or else the rail."""
    viewer = played.viewer(position.step or 0)
    return RAIL if position.eyes == "all" or match.over else viewer


def _step_message(
    played: PlayedMatch,
    position: Position,
    match: Match,
    chance: float | None,
    judged: Judged | None,
    drawn: bool,
) -> Json:
    step, viewer = position.step or 0, eyes_on(played, position, match)
    head = _("-# {game}, match {n}, step {step} of {last}").format(
        game=_(played.game.title), n=played.number, step=step, last=played.last
    )
    parts = [text(head), *([] if drawn else shown_parts(played.view(match, RAIL)))]
    if position.verb == MORE:
        parts += _more_controls(played, position)
        return message(container(parts, accent_of(played.game)), ephemeral=True)
    if position.eyes == "all":
        parts.append(text(_all_hands(played, match)))
    elif viewer != RAIL:
        parts += _own_parts(played, match, viewer, step, chance, judged, drawn=drawn)
    parts = [*joined(parts), *_controls(played, position)]
    return message(container(parts, accent_of(played.game)), ephemeral=True)


def _own_parts(
    played: PlayedMatch,
    match: Match,
    viewer: int,
    step: int,
    chance: float | None,
    judged: Judged | None,
    *,
    drawn: bool,
) -> list[Json]:
    """Return the member's own panel at that moment, and the answer that they gave."""
    panel = own_panel(played, match, viewer)
    lines = [] if drawn else [*panel.lines]
    choices = _choices(panel.controls)
    if choices and match.asks_of(viewer):
        if not drawn:
            # a phone has no room for them beside the picture
            words = (
                _("-# Choices: {choices} and {n} more")
                if len(choices) > MOST_CHOICES
                else _("-# Choices: {choices}")
            )
            named = " · ".join(choices[:MOST_CHOICES])
            lines.append(words.format(choices=named, n=len(choices) - MOST_CHOICES))
        if chance is not None:
            lines.append(_("-# Chance to win here: about {n} %").format(n=round(100 * chance)))
        answered = answer_given(played, panel, viewer, step)
        verdicts = [f"→ **{answered}**"] if answered else []
        if judged is not None:
            verdicts.append(verdict(judged, panel.label_of(judged.best)))
        lines.append("  ".join(verdicts))
    lines = [line for line in lines if line]
    return [text("\n".join(lines))] if lines else []


class OwnPanel(NamedTuple):
    """A member's own panel at a moment: its texts, its controls, and the words of an amount without a button."""

    lines: list[str]
    controls: list[Json]
    amount_words: Callable[[int], str]

    def label_of(self, answer: Answer) -> str:
        """Return the words of an answer; empty if it has none of its own."""
        for control in self.controls:
            read = custom_ids.read(control["custom_id"])
            if read is not None and read.kind in ANSWERS and read.answer == answer:
                return str(control.get("label", ""))
            if read is not None and read.kind is Kind.SELECT:
                # of several cards each is named
                chosen = {
                    f"{custom_ids.KEY}{answer}",
                    *map(str, answer if isinstance(answer, list) else [answer]),
                }
                named = [str(line["label"]) for line in control.get("options", ()) if line["value"] in chosen]
                if named:
                    return ", ".join(named)
        return self.amount_words(answer) if isinstance(answer, int) else ""


def own_panel(played: PlayedMatch, match: Match, viewer: int) -> OwnPanel:
    """Return a member's own panel at a moment."""
    controls = list[Json]()
    lines = list[str]()
    view = played.view(match, viewer)
    for part in hand_panel(view)["components"][0]["components"]:
        _sort(part, lines, controls)
    own = view.scene.mine() if view.scene is not None else ()
    asked = next(((ask, ask.prompt) for ask in own if isinstance(ask.prompt, Choose)), None)

    def amount_words(n: int) -> str:
        # only a few amounts have a button; the others are typed, and read as if they had one
        if asked is None or asked[1].amount is None:
            return f"{n}"
        ask, prompt = asked
        return renderer_for(view).render(option_words(ask, "amount"), {**prompt.says, "n": n})

    return OwnPanel(lines, controls, amount_words)


def _sort(part: Json, lines: list[str], controls: list[Json]) -> None:
    """Sort the parts of a panel into texts and controls."""
    match part["type"]:
        case 1:
            controls += part["components"]
        case 9:
            lines += [inner["content"] for inner in part["components"]]
            controls.append(part["accessory"])
        case 10:
            lines.append(part["content"])


def _choices(controls: Sequence[Json]) -> list[str]:
    labels = []
    for control in controls:
        read = custom_ids.read(control["custom_id"])
        if read is not None and read.kind in LABELLED and "label" in control:
            labels.append(control["label"])
        elif read is not None and read.kind in (Kind.SELECT, Kind.STEP):
            labels += [line["label"] for line in control.get("options", ())]
    return list(dict.fromkeys(labels))


def answer_given(played: PlayedMatch, panel: OwnPanel, viewer: int, step: int) -> str:
    """Return the words of the member's answer at this step; empty if it has none of its own."""
    if step >= played.last or played.rows[step].seat != viewer:
        return ""
    return panel.label_of(played.rows[step].answer)


def verdict(judged: Judged, best: str) -> str:
    """Return what the coach says about an answer."""
    if not judged.cost:
        return _("Coach: as good as anything, going by what you could see.")
    words = (
        _("Coach: this gave away about {amount}. **{best}** was better.")
        if best
        else _("Coach: this gave away about {amount}.")
    )
    return words.format(amount=amount(judged.cost, judged.unit), best=best)


def amount(cost: float, unit: Unit) -> str:
    """Return what answers gave away, in words."""
    if unit == "chance":
        return _("{n} % of the win").format(n=round(100 * cost))
    tenths = round(cost, 1)
    count = 1 if _is_like_one(tenths) else int(tenths) if tenths == int(tenths) else None
    if count is None:
        words = _(_FRACTIONS[unit])
    elif unit == "pieces":
        words = ngettext("{n} piece", "{n} pieces", count)
    elif unit == "points":
        words = ngettext("{n} point", "{n} points", count)
    else:
        words = _("{n} copper")
    return words.format(n=number(tenths))


def _is_like_one(n: float) -> bool:
    """Return whether a number takes the form for one, as 1.5 does in French."""
    return n == 1 if is_english() else locale_of(reader_language()).plural_form(n) == "one"


_FRACTIONS = {"pieces": N_("{n} pieces"), "copper": N_("{n} copper"), "points": N_("{n} points")}
"""Amounts such as `0.2 pieces`: each language has one more form for those that are not whole."""


def _all_hands(played: PlayedMatch, match: Match) -> str:
    """Return every seat's cards; a hand that was never shown stays its owner's, until they show it."""
    renderer = renderer_for(played.view(match, RAIL))
    own = {span.seat for span in played.spans}
    lines = []
    for seat in match.table.ring:
        private = seat in played.hidden and seat not in own
        held = [
            block
            for block in match.scene(RAIL if private else seat).blocks
            if isinstance(block, Zone) and block.owner == seat and block.items
        ]
        shown = [own_zone(block) for block in held if BACK not in block.items or not private]
        if private and len(shown) < len(held):
            shown.append(_("kept hidden"))
        if shown:
            lines.append(f"**{renderer.name(seat)}**: {' · '.join(shown)}")
    return "\n".join([_("**All hands**"), *(lines or [_("Nobody held anything.")])])


def _controls(played: PlayedMatch, position: Position) -> Iterator[Json]:
    """Yield what leads from step to step, and the way to the rest."""
    step, last = position.step or 0, played.last
    mine = played.next_decision(step)
    steps = [
        button("Back", position.custom_id("back", max(0, step - 1)), disabled=step == 0),
        button("Forward", position.custom_id("forward", min(last, step + 1)), BLUE, disabled=step == last),
    ]
    if played.spans:
        steps.append(button("Coach", position.custom_id(COACH, step)))
    steps += [
        button("My next decision", position.custom_id("mine", mine or 0), disabled=mine is None),
        button("More…", position.custom_id(MORE, step)),
    ]
    yield from rows(steps)


def _more_controls(played: PlayedMatch, position: Position) -> Iterator[Json]:
    """Yield what answers no question about a step: both ends of the match, everyone's cards, and what can be posted."""
    step, last = position.step or 0, played.last
    other: Eyes = "all" if position.eyes == "mine" else "mine"
    yield from rows(
        [
            button("First", position.custom_id("first", 0), disabled=step == 0),
            button("Last", position.custom_id("last", last), disabled=step == last),
            button(
                "All hands" if other == "all" else "As I saw it",
                position.custom_id("eyes", step, other),
                GREY,
            ),
        ]
    )
    below = [
        button("Share this step", position.custom_id("share", step)),
        button("Share the match", position.custom_id("whole", step)),
    ]
    if any(span.seat in played.hidden for span in played.spans):
        below.append(button("Show my cards", position.custom_id("showhand", step)))
    below.append(button("Back to the match", position.custom_id("go", step)))
    yield from rows(below)


def match_list(matches: Sequence[MatchSummary]) -> Json:
    """Return a member's last matches with a menu that opens one."""
    lines = [option(_title(match), str(match.id), _day(match)) for match in matches]
    body = text(f"{_('## Your matches')}\n{_('Pick one, and look at it step by step.')}")
    menu = select(_("Which match?"), f"{PREFIX}:{LIST}", lines)
    return message(container([body, menu], accent_of(GAMES[matches[0].game])), ephemeral=True)


def _title(match: MatchSummary) -> str:
    return _("{game}, match {n}").format(game=game_title(match.game), n=match.id)


def _day(match: MatchSummary) -> str:
    at = match.closed or match.opened
    return f"{day_words(at)}, {datetime.fromtimestamp(at, UTC):%H:%M} UTC"
