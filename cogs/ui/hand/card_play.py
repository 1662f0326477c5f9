"""Cards to play: each with its text and, if it may be played now, a button; then the choice of its targets.

A `PlayCard` prompt offers words and moves; a move is chosen step by step as a draft (`cogs.ui.hand.move_draft`). A move
without a card is a form above the cards. What it has in common with the move of a card (the seat that a drink is for)
is carried along when that card is chosen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.face.table.card_words import CardWords
from bot.face.text.card_names import item_text, plain_item
from bot.language import with_label
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, GREEN, GREY, Json, button, option, rows, section, select, text
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.move_draft import UNDECIDED, begin, filled, form_of, live, missing, move_of, ways_of
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer

BUTTONS = 5
"""The most choices shown as buttons; more become a select."""
BRIEF_BUTTONS = 1
"""The same below a picture, for the last choice of a move: long names take a row of a phone each."""
SECTIONS = 5
"""The most cards with a button next to their text; more become a select, since a message has forty components."""


@dataclass(frozen=True)
class CardControls:
    """The controls of one question about cards, with what the cards do."""

    table: int
    match: int
    words: CardWords

    @property
    def prompt(self) -> PlayCard:
        """The question."""
        return self.words.prompt

    def send(self, answer: Answer) -> str:
        """Return the custom id that gives an answer."""
        return custom_ids.answer(Kind.ANSWER, self.table, self.match, self.words.ask.id, answer)

    def step(self, draft: Answer) -> str:
        """Return the custom id that shows the next step."""
        return custom_ids.answer(Kind.STEP, self.table, self.match, self.words.ask.id, draft)

    def told(self, card: str) -> str:
        """Return a card with its text."""
        about = self.words.text_of(card)
        return f"**{item_text(card)}**" + (f"\n-# {about}" if about else "")


def play_controls(
    controls: CardControls,
    draft: Answer = None,
    *,
    without: Sequence[str] = (),
    room: int = SECTIONS,
    words: bool = True,
    brief: bool = False,
) -> list[Json]:
    """Return all controls of a question: the form and the cards, or the steps of the chosen card.

    Cards of `without` have their controls elsewhere; `room` is left for so many with a button beside their text.
    `brief`: beside a picture, where the cards share a select, and so do the targets of a form.
    """
    prompt = controls.prompt
    if draft is not None and draft[0]:
        return _steps(controls, draft, brief=brief)
    parts: list[Json] = []
    known: dict[str, list[int]] = {}
    done: list[Json] = []
    form = form_of(prompt)
    if form is not None:
        if draft is None:
            draft = prompt.default if prompt.find(prompt.default) is form else begin(form)
        known = {aim.name: chosen for aim, chosen in zip(form.aims, draft[2], strict=True)}
        at_once = _at_once(prompt, form)
        parts += _aims(controls, form, draft, at_once=at_once, brief=brief)
        if not at_once and not missing(form, draft):
            done.append(button(controls.words.word("done"), controls.send(draft), GREEN))
    parts += _cards(controls, known, without, 0 if brief else room)
    return [*parts, *rows([*done, *(pass_buttons(controls) if words else ())])]


def pass_buttons(controls: CardControls) -> Iterator[Json]:
    """A button for each word, but for those that stand in a menu."""
    for word in controls.prompt.passes:
        if not (controls.words.aside and controls.words.aside_word(word)):
            yield button(controls.words.word(word), controls.send(word))


def _at_once(prompt: PlayCard, form: Move) -> bool:
    """Return whether one press fills the form: it has one aim, and no card goes with it."""
    shared = {aim.name for move in prompt.moves if move.card for aim in move.aims}
    [aim, *more] = form.aims
    return not more and aim.low == aim.high == 1 and aim.name not in shared


def _cards(
    controls: CardControls, known: Mapping[str, list[int]], without: Sequence[str], room: int
) -> list[Json]:
    """Every card that may be played, with its text and a button; what is too much for a message in a select."""
    cards = [card for card in live(controls.prompt) if card not in without]
    parts = [
        section(controls.told(card), button(controls.words.word("play"), _press(controls, card, known), BLUE))
        for card in cards[:room]
    ]
    if cards[room:]:
        lines = [option(plain_item(card), card, controls.words.text_of(card)) for card in cards[room:]]
        parts.append(select(controls.words.word("play"), controls.step([]), lines))
    return parts


def _press(controls: CardControls, card: str, known: Mapping[str, list[int]]) -> str:
    """Return the custom id of a card: it plays the card, or shows its targets."""
    first, *more = ways_of(controls.prompt, card)
    if more:
        return controls.step([card, UNDECIDED, []])
    draft = begin(first, known)
    return controls.step(draft) if missing(first, draft) else controls.send(draft)


def _steps(controls: CardControls, draft: Answer, *, brief: bool) -> list[Json]:
    """Return the chosen card, and the controls for its open choices."""
    card, way_number, _ = draft
    ways = ways_of(controls.prompt, card)
    back = button(controls.words.word("back"), controls.step(None))
    parts = [text(controls.told(card))]
    if way_number == UNDECIDED and len(ways) == 1:
        draft = begin(ways[0])
    elif way_number == UNDECIDED:
        made = []
        for move in ways:
            start = begin(move)
            custom_id = controls.step(start) if missing(move, start) else controls.send(start)
            made.append(button(controls.words.way(move), custom_id, BLUE))
        return [*parts, *rows([*made, back])]
    chosen = move_of(controls.prompt, draft)
    if chosen is None:
        return [*parts, *rows([back])]
    still = missing(chosen, draft)
    parts += _aims(controls, chosen, draft, at_once=len(still) == 1, brief=brief)
    ready = [] if still else [button(controls.words.word("play"), controls.send(draft), GREEN)]
    return [*parts, *rows([*ready, back])]


def _aims(
    controls: CardControls, move: Move, draft: Answer, *, at_once: bool, brief: bool = False
) -> list[Json]:
    """Return the controls for all aims of a move. With `at_once`, choosing the last missing aim makes the move.

    `brief`: what takes one press of a select is a select, with the name of the aim in it.
    """
    parts: list[Json] = []
    still = missing(move, draft)
    # what may be left open comes first: choosing the last that may not be makes the move
    for at, aim in sorted(enumerate(move.aims), key=lambda pair: pair[1].low > 0):
        chosen = draft[2][at]
        last = at_once and (at in still or not move.card) and set(still) <= {at}
        is_long = brief and last and aim.high == 1 and len(aim.among) > BRIEF_BUTTONS
        if len(aim.among) == aim.low and not aim.again and not last:
            # there is nothing to choose, but a complete answer still needs a button to send it
            continue
        asked = controls.words.word(f"aim:{aim.name}").rstrip(":")
        if brief and not last and (aim.high == 1 or (aim.low < aim.high and not aim.again)):
            lines = [
                option(controls.words.button_text(aim, value), str(value), default=value in chosen)
                for value in aim.among
            ]
            parts.append(select(asked, controls.step([*draft, at]), lines, aim.low, aim.high))
            continue
        chosen_names = ", ".join(controls.words.choice(aim, value) for value in chosen) if not last else ""
        if brief and aim.again and aim.high > 1:
            sentence = with_label(asked, chosen_names) if chosen_names else asked
            parts += _one_more_of_list(controls, aim, draft, at, sentence)
            continue
        if is_long:
            parts.append(_together(controls, aim, draft, at, last=last, asked=asked))
            continue
        if move.card or not (brief and last):
            # else the question has said it
            parts.append(text(f"{controls.words.word(f'aim:{aim.name}')} {chosen_names}".strip()))
        if aim.again and aim.high > 1:
            parts += _one_more(controls, aim, draft, at)
        elif aim.high == 1 and len(aim.among) <= BUTTONS:
            parts += rows(_one_of(controls, aim, draft, at, last=last))
        elif 0 < aim.low == aim.high:
            parts.append(_together(controls, aim, draft, at, last=last, asked=controls.words.word("choose")))
        else:
            lines = [
                option(controls.words.button_text(aim, value), str(value), default=value in chosen)
                for value in aim.among
            ]
            parts.append(
                select(controls.words.word("choose"), controls.step([*draft, at]), lines, aim.low, aim.high)
            )
    return parts


def _one_of(controls: CardControls, aim: Aim, draft: Answer, at: int, *, last: bool) -> Iterator[Json]:
    """Return a button for each target: the chosen one is green, and a second press deselects it if that is allowed."""
    for value in aim.among:
        mine = draft[2][at] == [value]
        then = filled(draft, at, [] if mine and (aim.low == 0 or not draft[0]) and not last else [value])
        custom_id = controls.send(then) if last else controls.step(then)
        yield button(
            controls.words.button_text(aim, value), custom_id, BLUE if last else GREEN if mine else GREY
        )


def _one_more(controls: CardControls, aim: Aim, draft: Answer, at: int) -> list[Json]:
    """Return a button to add each target again, and one to take the last back."""
    chosen = draft[2][at]
    made = []
    if len(chosen) < aim.high:
        for value in aim.among:
            more = controls.step(filled(draft, at, [*chosen, value]))
            made.append(button(f"+ {controls.words.button_text(aim, value)}", more))
    if chosen:
        made.append(button(controls.words.word("take_back"), controls.step(filled(draft, at, chosen[:-1]))))
    return rows(made)


def _one_more_of_list(controls: CardControls, aim: Aim, draft: Answer, at: int, asked: str) -> Iterator[Json]:
    """Return the same as a select, and the button below it."""
    chosen = draft[2][at]
    if len(chosen) < aim.high:
        lines = [
            option(
                f"+ {controls.words.button_text(aim, value)}",
                json.dumps([*chosen, value], separators=(",", ":")),
            )
            for value in aim.among
        ]
        yield select(asked, controls.step([*draft, at]), lines)
    if chosen:
        take_back = controls.step(filled(draft, at, chosen[:-1]))
        yield from rows([button(controls.words.word("take_back"), take_back)])


def _together(controls: CardControls, aim: Aim, draft: Answer, at: int, *, last: bool, asked: str) -> Json:
    """Return a select of the targets that may be chosen together; as the last step each line is the whole answer."""
    lines = []
    for values in combinations(aim.among, aim.low):
        chosen = list(values)
        value = json.dumps(filled(draft, at, chosen) if last else chosen, separators=(",", ":"))
        one = controls.words.button_text if aim.low == 1 else controls.words.choice
        names = ", ".join(one(aim, each) for each in chosen)
        lines.append(option(names, value, default=chosen == draft[2][at]))
    if last:
        return select(
            asked,
            custom_ids.answer(Kind.SELECT, controls.table, controls.match, controls.words.ask.id),
            lines,
        )
    return select(asked, controls.step([*draft, at]), lines)
