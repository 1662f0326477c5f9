"""Questions about cards that carry their text: the words of cards, of their ways and targets, and of answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.face.text.templates import Renderer, word
from bot.tables.view import TableView
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer, Choose
from games.engine.scene import Legend, LegendEntry, OpenAsk, Scene, Sheet

MENU = "menu"
"""The word of a question that is folded behind a button; in the chat also the draft that opens it."""


@dataclass(frozen=True)
class CardWords:
    """The words of one question about cards, with what the cards do."""

    ask: OpenAsk
    prompt: PlayCard
    renderer: Renderer
    entries: Mapping[str, LegendEntry] = field(default_factory=dict)
    values: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """The cells of upright sheets by seat and heading in small letters: `{fort}`, for the names of targets."""
    aside: bool = False
    """True if answers that are seldom wanted, `kind:answer:aside` in the game's words, stand in a menu of their own."""

    def word(self, name: str, values: Mapping[str, Any] | None = None) -> str:
        """A word of the game, for this question if it has one of its own."""
        words = self.ask.words
        known = words.get(f"{self.ask.kind}:{name}", words.get(name, name.capitalize()))
        return self.renderer.render(known, {**self.prompt.says, **(values or {})})

    def choice(self, aim: Aim, value: int) -> str:
        """Return the name of one target of a move."""
        if aim.items:
            return self.renderer.item(aim.items[aim.among.index(value)])
        return self.word(f"aim:{aim.name}:one", {"seat": value, "n": value + 1})

    def button_text(self, aim: Aim, value: int) -> str:
        """Return the name of one target, with its values where the game wants them on buttons."""
        known = self.values.get(value)
        if aim.items or known is None or f"aim:{aim.name}:button" not in self.ask.words:
            return self.choice(aim, value)
        return self.word(f"aim:{aim.name}:button", {**known, "seat": value})

    def text_of(self, card: str) -> str:
        """Return the text of a card. If only one of its ways is open, it is the text of that."""
        entry = self.entries.get(card)
        if entry is None:
            return ""
        ways = [move.alternative for move in self.prompt.moves if move.card == card]
        return word(entry.ways[ways[0]] if len(ways) == 1 < len(entry.ways) else entry.text)

    def way(self, move: Move) -> str:
        """Return what one of the ways of a card does."""
        entry = self.entries.get(move.card)
        return (
            word(entry.ways[move.alternative]).rstrip(".") if entry is not None else f"{move.alternative + 1}"
        )

    def answer(self, answer: Answer) -> str:
        """Return an answer in words."""
        move = self.prompt.find(answer)
        if move is None:
            return self.word(str(answer))
        aims = [
            ", ".join(self.choice(aim, value) for value in chosen)
            for aim, chosen in zip(move.aims, answer[2], strict=True)
            if chosen
        ]
        return " → ".join([self.renderer.item(move.card) if move.card else self.word("done"), *aims])

    def aside_word(self, word: str) -> str:
        """Return how a word is said in a menu, if it belongs there."""
        return self.ask.words.get(f"{self.ask.kind}:{word}:aside", "")


def card_words(view: TableView, ask: OpenAsk, renderer: Renderer) -> CardWords:
    """Return the words of a question about cards."""
    assert isinstance(ask.prompt, PlayCard)
    scene = view.scene
    if scene is None:
        return CardWords(ask, ask.prompt, renderer)
    legend = scene.first(Legend)
    entries = {entry.item: entry for entry in legend.entries} if legend else {}
    aside = any(isinstance(each.prompt, Choose) for each in folded(scene))
    return CardWords(ask, ask.prompt, renderer, entries, seat_values(scene, renderer), aside)


def again(scene: Scene) -> list[OpenAsk]:
    """Return the answered questions whose answer the viewer may still change."""
    return [ask for ask in scene.open_to_me() if ask.given is not None]


def folded(scene: Scene) -> list[OpenAsk]:
    """Return the open questions that nobody waits for and that are folded behind a button."""
    return [ask for ask in scene.open_to_me() if f"{ask.kind}:{MENU}" in ask.words]


def at_any_time(scene: Scene) -> list[OpenAsk]:
    """Return the questions about cards that may be played at any time."""
    return [
        ask
        for ask in scene.open_to_me()
        if isinstance(ask.prompt, PlayCard) and ask.given is None and f"{ask.kind}:{MENU}" not in ask.words
    ]


def seat_values(scene: Scene, renderer: Renderer) -> Mapping[int, Mapping[str, str]]:
    """Return the cells of upright sheets by seat and heading in small letters."""
    values = defaultdict[int, dict[str, str]](dict)
    for sheet in scene.every(Sheet):
        for row in sheet.rows if sheet.upright else ():
            head = row.head.text.lower()
            for seat, cell in zip(sheet.seats, row.cells, strict=True):
                values[seat][head] = renderer.say(cell)
    return values


def switched_on(ask: OpenAsk, renderer: Renderer) -> str:
    """Return the switches that are on."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose):
        return ""
    words = [word(ask.words[f"{ask.kind}:{key}"]) for key in prompt.options if prompt.says.get(key) is True]
    amount = prompt.says.get("amount")
    if amount:
        words.append(renderer.render(ask.words[f"{ask.kind}:amount"], {"n": amount}))
    everything = "; ".join(words)
    return renderer.render(ask.words[f"{ask.kind}:now"], {"all": everything}) if words else ""
