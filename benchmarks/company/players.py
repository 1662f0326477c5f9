"""Players of fixed ideas, against which computer players are measured."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from benchmarks.company.attackers import attackers_of
from benchmarks.yardstick.conclave_of_wyrms import chances_to_take
from games.computer.levels import LEVEL_NAMES
from games.engine import Answer, Chance, Choose, Game, OpenAsk, Policy, Scene, random_legal
from games.engine.card_prompts import PlayCard
from games.parlour.players.hearing import actions
from games.tavern import GAME as TAVERN
from games.tavern.computer.observation import Judged, Observation, pass_of, player
from games.tavern.computer.policy import judge
from games.wyrms import GAME as CONCLAVE
from games.wyrms.computer.counting import counting
from games.wyrms.computer.memory import zone

Bet = Callable[[Scene, Choose, Chance], Answer]
"""A way to answer a question for a bet."""


def _betting(sound: Policy, bet: Bet) -> Policy:
    """Return a player that bets in a way of its own, and answers all other questions soundly."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        if ask.kind != "bet" or not isinstance(ask.prompt, Choose):
            return sound(scene, ask, luck)
        return bet(scene, ask.prompt, luck)

    return policy


def _stay(prompt: Choose) -> Answer:
    """Return the answer that stays in for as little as can be."""
    return next(option for option in ("check", "call", "fold") if option in prompt.options)


def bully(sound: Policy) -> Policy:
    """Return a player that raises by the pot whatever the cards, and never folds."""

    def bet(scene: Scene, prompt: Choose, luck: Chance) -> Answer:
        if prompt.amount is not None and luck.below(3):
            return min(prompt.amount.high, max(prompt.amount.low, prompt.says["pot"]))
        return _stay(prompt)

    return _betting(sound, bet)


def tight(sound: Policy) -> Policy:
    """Return a player that stays only where a sound one raises."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer = sound(scene, ask, luck)
        if ask.kind == "bet" and not isinstance(answer, int) and isinstance(ask.prompt, Choose):
            return "check" if "check" in ask.prompt.options else "fold"
        return answer

    return policy


def caller(sound: Policy) -> Policy:
    """Return a player that calls every bet and never raises."""

    def bet(scene: Scene, prompt: Choose, luck: Chance) -> Answer:
        return _stay(prompt)

    return _betting(sound, bet)


def loose(sound: Policy) -> Policy:
    """Return a player that calls nine bets of ten and now and then raises a little.

    A bet of more than half its money it calls half the time.
    """

    def bet(scene: Scene, prompt: Choose, luck: Chance) -> Answer:
        if prompt.amount is not None and luck.below(8) == 0:
            return min(prompt.amount.high, prompt.amount.low + luck.below(3))
        if "check" in prompt.options:
            return "check"
        dear = 2 * prompt.says["need"] > prompt.says["money"]
        stays = luck.below(2) == 0 if dear else luck.below(10) > 0
        return "call" if stays and "call" in prompt.options else "fold"

    return _betting(sound, bet)


def maniac(sound: Policy) -> Policy:
    """Return a player that raises by anything up to all it has whenever it can, and never folds."""

    def bet(scene: Scene, prompt: Choose, luck: Chance) -> Answer:
        if prompt.amount is not None:
            low, high = prompt.amount.low, prompt.amount.high
            return low + luck.below(1 + luck.below(high - low + 1))
        return _stay(prompt)

    return _betting(sound, bet)


def copycat(sound: Policy) -> Policy:
    """Return a player that bets where the others bet last, checks where they checked, and calls where they called."""

    def bet(scene: Scene, prompt: Choose, luck: Chance) -> Answer:
        heard = [each[-1].kind for seat, each in actions(scene).items() if seat != scene.viewer and each]
        if (
            prompt.amount is not None
            and heard
            and luck.below(len(heard)) < sum(kind in ("bet", "raise") for kind in heard)
        ):
            return min(prompt.amount.high, max(prompt.amount.low, (prompt.says["pot"] + 1) // 2))
        return _stay(prompt)

    return _betting(sound, bet)


def pouncer(sound: Policy) -> Policy:
    """Return a player that bets the pot wherever nobody else has bet, and otherwise stays where a sound one does."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        prompt = ask.prompt
        if ask.kind != "bet" or not isinstance(prompt, Choose) or "check" not in prompt.options:
            return sound(scene, ask, luck)
        if prompt.amount is None:
            return "check"
        return min(prompt.amount.high, max(prompt.amount.low, prompt.says["pot"]))

    return policy


def shover(sound: Policy) -> Policy:
    """Return a player that stakes everything wherever a sound one raises, and otherwise folds."""

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer = sound(scene, ask, luck)
        if ask.kind != "bet" or not isinstance(ask.prompt, Choose):
            return answer
        if isinstance(answer, int) and ask.prompt.amount is not None:
            return ask.prompt.amount.high
        return "check" if "check" in ask.prompt.options else "fold"

    return policy


WAYS_TO_BET = {
    "bully": bully,
    "tight": tight,
    "caller": caller,
    "loose": loose,
    "maniac": maniac,
    "copycat": copycat,
    "pouncer": pouncer,
    "shover": shover,
}
"""Fixed ways to bet, by name; each leaves all other questions to a sound player."""


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
    names = (*game.strengths(), *(name for name in LEVEL_NAMES if name in game.policies))
    found: dict[str, Policy] = {name: game.policies[name] for name in names}
    found["random"] = random_legal
    found |= attackers_of(game)
    if game.key == CONCLAVE.key:
        found["greedy"] = greedy
    if game.key == TAVERN.key:
        found["hunter"], found["silent"] = player(hunter), player(silent)
    elif game.money == "pieces" and "shark" in found:
        found |= {name: bets(found["regular"]) for name, bets in WAYS_TO_BET.items()}
    try:
        earlier = import_module(f"benchmarks.yardstick.{game.key}")
    except ModuleNotFoundError:
        return found
    found["earlier"] = earlier.earlier
    return found
