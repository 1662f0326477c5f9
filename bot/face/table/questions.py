"""Questions in the words of their game: what is asked, the answers, and the sizes of a bet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from bot.face.text.templates import Renderer
from bot.language import _, with_label
from bot.tables.view import TableView
from games.engine.card_prompts import PlayCard
from games.engine.prompts import Choose
from games.engine.scene import OpenAsk, Scene, Window

FEW = 4
"""The most answers shown as buttons in a panel, where *More…* stands beside them; more become a select."""
MOST_AMOUNTS = 3
"""The most amounts that have a button of their own, beside *Other amount*."""


def question(ask: OpenAsk, renderer: Renderer) -> str:
    """Return the question as its reader reads it."""
    return renderer.render(words_of(ask), ask.prompt.says if ask.prompt is not None else {})


def words_of(ask: OpenAsk) -> str:
    """Return the question in the game's words: those for its default, if any, else those for its kind.

    `kind:none` are the words where its owner has no card to play.
    """
    default = ask.prompt.default if ask.prompt is not None else None
    words = ask.words.get(f"{ask.kind}@{default}") or ask.words.get(ask.kind)
    if isinstance(ask.prompt, PlayCard) and default is not None and not ask.prompt.moves:
        # as everyone may see it, a question about cards has no default, and so doesn't tell who can't answer
        words = ask.words.get(f"{ask.kind}:none", words)
    return words or ask.kind.replace("_", " ").capitalize()


def option_words(ask: OpenAsk, option: str, otherwise: str = "") -> str:
    """Return the template of an option's button: that for the question's default, if there is one, else its own."""
    default = ask.prompt.default if ask.prompt is not None else None
    key = f"{ask.kind}:{option}"
    return ask.words.get(f"{key}@{default}") or ask.words.get(key, otherwise or option)


def on_table(scene: Scene) -> list[OpenAsk]:
    """Return the public questions for the table message, all of one kind.

    If seats are asked different things, the most frequent question wins; among equals the first one.
    """
    open_now = [
        ask for ask in scene.asks if not ask.answered and ask.prompt is not None and ask.prompt.public
    ]
    if len(open_now) < 2:
        return open_now
    asked = Counter(ask.kind for ask in open_now)
    kind = min(open_now, key=lambda ask: (-asked[ask.kind], ask.id)).kind
    alike = [ask for ask in open_now if ask.kind == kind]
    spaces = {repr(ask.prompt.space()) for ask in alike if ask.prompt is not None}
    # Where each seat has choices of its own, those are in the hand panels.
    return alike if len(spaces) == 1 else []


def for_everyone(view: TableView, scene: Scene) -> list[OpenAsk]:
    """Return the questions that are answered on the table message: a race, a call to all.

    They are asked of several people. What one seat is asked, or a computer player, is answered in the panel alone.
    """
    alike = on_table(scene)
    if not alike:
        return []
    asked = {ask.seat for ask in scene.asks if ask.kind == alike[0].kind}
    everyone = view.table.everyone
    people = [seat for seat in asked if seat in everyone and everyone[seat].person is not None]
    return alike if len(people) > 1 or alike[0].seat < 0 else []


def public_question(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return the question over the buttons on the table message."""
    alike = for_everyone(view, scene)
    return question(alike[0], renderer) if alike else ""


def amounts(
    prompt: Choose, few: int = FEW, *, can_pay: Callable[[int], bool] = lambda amount: True
) -> Sequence[int]:
    """Return the amounts with a button of their own, the least among them: so many that there are `few` buttons."""
    assert prompt.amount is not None
    steps = [n for n in prompt.amount.steps or (prompt.amount.low,) if can_pay(n)]
    other = prompt.amount.high > prompt.amount.low
    room = min(MOST_AMOUNTS, max(1, few - len(prompt.options) - other))
    if len(steps) <= room:
        return steps
    # the least and the most, and what is between them
    return (steps[0],) if room == 1 else [steps[at * (len(steps) - 1) // (room - 1)] for at in range(room)]


def hint_about(view: TableView, ask: OpenAsk, option: str, renderer: Renderer) -> str:
    """Return the game's hint about an option; nothing where the table allows none."""
    words = ask.words.get(f"{ask.kind}:{option}:hint")
    if words is None or ask.prompt is None or not view.table.settings.hints:
        return ""
    return renderer.render(words, ask.prompt.says)


def best_answer(view: TableView, ask: OpenAsk, renderer: Renderer) -> str:
    """Return the game's hint about the best answer and its effect, as in `Axe ×2: 5 → 8 points`, if it has one."""
    words = ask.words.get(f"{ask.kind}:best")
    if words is None or ask.prompt is None or "best" not in ask.prompt.says or not view.table.settings.hints:
        return ""
    return renderer.render(words, ask.prompt.says)


def find_window(scene: Scene) -> Window | None:
    """Return the open window, if there is one."""
    return scene.first(Window)


def window_text(view: TableView, window: Window, renderer: Renderer) -> str:
    """Return the seats that may respond, each with its public reason, and the public deadline (TIM-R5)."""
    asked = ", ".join(f"{renderer.name(seat)} ({renderer.say(reason)})" for seat, reason in window.asked)
    words = with_label(_(window.words[f"{window.kind}:asked"]), asked)
    if view.window_until is None:
        return words
    return f"{words} · " + _("closes {when}").format(when=f"<t:{int(view.window_until)}:R>")
