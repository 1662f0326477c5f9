"""Players of fixed ideas, against which computer players are measured."""

from __future__ import annotations

from importlib import import_module

from benchmarks.yardstick.conclave_of_wyrms import chances_to_take
from games.engine import Answer, Chance, Choose, Game, OpenAsk, Policy, Scene, random_legal
from games.engine.card_prompts import PlayCard
from games.tavern import GAME as TAVERN
from games.tavern.computer.observation import Judged, Observation, pass_of, player
from games.tavern.computer.policy import judge
from games.wyrms import GAME as CONCLAVE
from games.wyrms.computer.counting import counting
from games.wyrms.computer.memory import zone


def bully(sound: Policy) -> Policy:
    """Return a player that raises by the pot whatever the cards, and never folds."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        prompt = ask.prompt
        if ask.kind != "bet" or not isinstance(prompt, Choose):
            return sound(scene, ask, luck)
        if prompt.amount is not None and luck.below(3):
            return min(prompt.amount.high, max(prompt.amount.low, prompt.says["pot"]))
        return next(option for option in ("check", "call", "fold") if option in prompt.options)

    return policy


def tight(sound: Policy) -> Policy:
    """Return a player that stays only where a sound one raises."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer = sound(scene, ask, luck)
        if ask.kind == "bet" and not isinstance(answer, int) and isinstance(ask.prompt, Choose):
            return "check" if "check" in ask.prompt.options else "fold"
        return answer

    return policy


def greedy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict like a regular in A Conclave of Wyrms, and then take whatever can be taken."""
    if ask.kind in ("predict", "aside"):
        return counting(scene, ask, luck)
    chances = chances_to_take(scene, ask, luck, zone(scene, "hand", scene.viewer) or ())
    return max(chances, key=chances.__getitem__)


def hunter(view: Observation, prompt: Judged) -> Answer:
    """Play like a regular in the tavern, but take the strongest rival for the weakest and the other way round."""
    margins = [view.fort[seat] - view.ac[seat] for seat in view.others]
    ends = min(margins) + max(margins)
    turned = {seat: ends - view.fort[seat] + 2 * view.ac[seat] for seat in view.others}
    return judge(view._replace(fort={**view.fort, **turned}), prompt)


def silent(view: Observation, prompt: Judged) -> Answer:
    """Play like a regular in the tavern, but answer nothing that others do."""
    return (
        pass_of(prompt) if isinstance(prompt, PlayCard) and prompt.kind == "respond" else judge(view, prompt)
    )


def players_of(game: Game) -> dict[str, Policy]:
    """Return all players of a game, by name."""
    found: dict[str, Policy] = {name: game.policy(name) for name in game.strengths()}
    found["random"] = random_legal
    if game.key == CONCLAVE.key:
        found["greedy"] = greedy
    if game.key == TAVERN.key:
        found["hunter"], found["silent"] = player(hunter), player(silent)
    elif game.money == "pieces" and "shark" in found:
        found["bully"], found["tight"] = bully(found["regular"]), tight(found["regular"])
    try:
        earlier = import_module(f"benchmarks.yardstick.{game.key}")
    except ModuleNotFoundError:
        return found
    found["earlier"] = earlier.earlier
    return found
