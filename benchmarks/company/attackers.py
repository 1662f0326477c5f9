"""Attackers: players of a few lines that no computer player was tuned against, to find what the best level leaves open.

Those of games with bets leave all other questions to a sound player. The others know the rules and one idea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from games.engine import Answer, Chance, Choose, Game, OpenAsk, Policy, Scene
from games.engine.card_prompts import PlayCard
from games.engine.money import SIZES
from games.engine.prompts import Pick
from games.gembones.lucky_13.computer import agrees, optimal
from games.gembones.lucky_13.options import DICE
from games.gembones.tiamat.computer import sensible as sensible_tiamat
from games.parlour.dragon_hordes.computer import Predictor
from games.tavern.computer.observation import Judged, Observation, pass_of, player
from games.tavern.computer.policy import has_winner, judge
from games.tavern.computer.shark import judge as shark_judge
from games.village.computer.lookahead import newcomer as plain_bribes
from games.village.computer.lookahead import observe as village
from games.village.computer.lookahead import sensible as sensible_village
from games.wyrms.cards import KNIGHT, QUEEN, RANK
from games.wyrms.computer.counting import counting, dominant_colors, prediction, strength
from games.wyrms.computer.memory import ring_of, zone

# ---- bets


def _raised(prompt: Choose, by: int) -> Answer:
    """Raise by so much, or by what comes nearest; call where nobody may."""
    if prompt.amount is None:
        return _stays(prompt)
    return min(prompt.amount.high, max(prompt.amount.low, by))


def _stays(prompt: Choose) -> Answer:
    return next(option for option in ("check", "call", "fold") if option in prompt.options)


def _leaves(prompt: Choose) -> Answer:
    return "check" if "check" in prompt.options else "fold"


Bet = Callable[[Choose, Answer, Chance], Answer]
"""A way to bet, by the question and what a sound player would answer."""


def nibbler(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Raise by the least twice in three times, and stay for whatever costs a quarter of its money or less."""
    if 4 * prompt.says["need"] > prompt.says["money"]:
        return sound
    return _raised(prompt, 0) if luck.below(3) else _stays(prompt)


def stealer(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Bet half the pot where nobody has bet, twice in three times; stay against a bet only with a hand to raise."""
    if "check" in prompt.options:
        return _raised(prompt, (prompt.says["pot"] + 1) // 2) if luck.below(3) else "check"
    return "call" if isinstance(sound, int) and "call" in prompt.options else _leaves(prompt)


def trapper(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Look weak with a good hand until the pot is as large as a third of its money, and stake everything then."""
    if not isinstance(sound, int):
        return sound
    if 3 * prompt.says["pot"] >= prompt.says["money"]:
        return _raised(prompt, prompt.says["money"])
    return _stays(prompt)


def overbettor(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Raise by twice the pot wherever a sound player raises at all, and as a bluff one time in ten."""
    if isinstance(sound, int) or ("check" in prompt.options and luck.below(10) == 0):
        return _raised(prompt, 2 * (prompt.says["pot"] + prompt.says["need"]))
    return sound


def merchant(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Never raise by more than a quarter of the pot, and pay no more than that for a look."""
    quarter = (prompt.says["pot"] + 3) // 4
    if isinstance(sound, int):
        return _raised(prompt, quarter)
    return _stays(prompt) if prompt.says["need"] <= quarter else sound


def station(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Call whatever comes, and stake everything against a bet with a hand to raise."""
    if isinstance(sound, int) and "check" not in prompt.options:
        return _raised(prompt, prompt.says["money"])
    return _stays(prompt)


def maximum(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Stake everything wherever it may, whatever the hand."""
    return _raised(prompt, prompt.says["money"])


def hoarder(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Play soundly for small change, and risk a fifth of its money on a hand to raise only."""
    dear = 5 * prompt.says["need"] > prompt.says["money"]
    return _leaves(prompt) if dear and not isinstance(sound, int) else sound


def floater(prompt: Choose, sound: Answer, luck: Chance) -> Answer:
    """Call a bet of half the pot with anything, and bet half the pot as soon as nobody else does."""
    if "check" in prompt.options:
        return _raised(prompt, (prompt.says["pot"] + 1) // 2) if prompt.says["pot"] > 8 else "check"
    return _stays(prompt) if 3 * prompt.says["need"] <= prompt.says["pot"] else sound


BETS: Mapping[str, Bet] = {
    "nibbler": nibbler,
    "stealer": stealer,
    "trapper": trapper,
    "overbettor": overbettor,
    "merchant": merchant,
    "station": station,
    "maximum": maximum,
    "hoarder": hoarder,
    "floater": floater,
}


def _bets(bet: Bet, sound: Policy, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    answer = sound(scene, ask, luck)
    if ask.kind != "bet" or not isinstance(ask.prompt, Choose):
        return answer
    return bet(ask.prompt, answer, luck)


# ---- the tavern


def marksman(view: Observation, prompt: Judged) -> Answer:
    """Strike at the strongest, keep one blow, and hold what answers."""
    if isinstance(prompt, PlayCard) and prompt.kind != "discard":
        margins = {seat: view.fort[seat] - view.ac[seat] for seat in view.others}
        ends = min(margins.values()) + max(margins.values())
        turned = {seat: ends - margins[seat] + view.ac[seat] for seat in view.others}
        return judge(view._replace(fort={**view.fort, **turned}), prompt)
    return shark_judge(view, prompt)


def pickpocket(view: Observation, prompt: Judged) -> Answer:
    """Take the player with the least Gold for the weakest."""
    poorest = sorted(view.others, key=lambda seat: view.gold.get(seat, 0))
    forts = sorted(view.fort[seat] - view.ac[seat] for seat in view.others)
    turned = {seat: fort + view.ac[seat] for seat, fort in zip(poorest, forts, strict=True)}
    return judge(view._replace(fort={**view.fort, **turned}), prompt)


def hermit(view: Observation, prompt: Judged) -> Answer:
    """Start nothing, and answer whatever comes as well as the best."""
    acts = isinstance(prompt, PlayCard) and prompt.kind == "action"
    return pass_of(prompt) if acts and isinstance(prompt, PlayCard) else shark_judge(view, prompt)


def tables_gambler(view: Observation, prompt: Judged) -> Answer:
    """Start a Round whenever it can, with a winner in hand or without; play on as a regular would."""
    if isinstance(prompt, PlayCard) and prompt.kind == "action" and (has_winner(view) or view.pot == 0):
        for move in prompt.moves:
            card = view.decks.cards.get(move.card)
            if card is not None and any(step.verb == "start" for step in card.alternatives[move.alternative]):
                return [move.card, move.alternative, [aim.first() for aim in move.aims]]
    return judge(view, prompt)


# ---- Lucky No. 13


def stops_at(enough: int, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Roll the smallest gembone until a total is reached that leads."""
    prompt = ask.prompt
    if ask.kind != "roll" or not isinstance(prompt, Choose):
        return (
            agrees(prompt)
            if ask.kind == "stake" and isinstance(prompt, Choose)
            else optimal(scene, ask, luck)
        )
    left = [option for option in prompt.options if option in DICE]
    total = prompt.says["total"]
    if not left or ("stop" in prompt.options and total >= enough and total >= prompt.says["best"]):
        return "stop"
    return min(left, key=SIZES.__getitem__)


# ---- Tiamat


def two_colors(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Keep the two largest colours."""
    if not isinstance(ask.prompt, Pick):
        return sensible_tiamat(scene, ask, luck)
    cards = ask.prompt.items
    largest = [card for card, _ in Counter(cards).most_common(2)]
    return [place for place, card in enumerate(cards) if card not in largest][: ask.prompt.high]


def stands_pat(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Discard nothing, and take every duel."""
    if isinstance(ask.prompt, Pick):
        return []
    return "fight" if ask.kind == "duel" else sensible_tiamat(scene, ask, luck)


# ---- Please Don't Burn My Village!


def miser(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Draw and take what is free until a third of the deck is left; then bribe with whatever is best liked."""
    prompt = ask.prompt
    if ask.kind == "turn" and isinstance(prompt, Choose) and village(scene).deck > 20:
        return "stall_0" if "stall_0" in prompt.options else "draw"
    return plain_bribes(scene, ask, luck)


def flatterer(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Bribe at once with the largest set of one type, whatever the dragon thinks of it."""
    prompt = ask.prompt
    if ask.kind != "turn" or not isinstance(prompt, Choose):
        return plain_bribes(scene, ask, luck)
    hand = village(scene).hand
    kinds = [kind for kind in hand if f"bribe_{kind}" in prompt.options and hand[kind] > 2]
    if kinds:
        return f"bribe_{max(kinds, key=hand.__getitem__)}"
    return sensible_village(scene, ask, luck)


# ---- A Conclave of Wyrms


def ducker(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict one gathering fewer than its hand says, and play low."""
    hand, players = zone(scene, "hand", scene.viewer) or (), len(ring_of(scene))
    trumps = dominant_colors(scene).get(scene.viewer)
    if ask.kind == "predict":
        return str(max(0, prediction(hand, trumps, players) - 1))
    if ask.kind == "aside" or not isinstance(ask.prompt, Choose):
        return counting(scene, ask, luck)
    cards = [card for card in ask.prompt.options if card in RANK or card in (KNIGHT, QUEEN)]
    return min(cards, key=lambda card: strength(card, trumps, players)) if cards else ask.prompt.default


def climber(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Predict one gathering more than its hand says, and play as a regular for it."""
    if ask.kind != "predict":
        return counting(scene, ask, luck)
    hand = zone(scene, "hand", scene.viewer) or ()
    return str(min(9, prediction(hand, dominant_colors(scene).get(scene.viewer), len(ring_of(scene))) + 1))


OTHERS: Mapping[str, Mapping[str, Policy]] = {
    "tavern": {
        "marksman": player(marksman),
        "pickpocket": player(pickpocket),
        "hermit": player(hermit),
        "gambler": player(tables_gambler),
    },
    "lucky_13": {
        **{f"stops at {enough}": partial(stops_at, enough) for enough in (8, 9, 11, 12)},
        "likeliest": optimal,
    },
    "tiamat": {"two colors": two_colors, "pat": stands_pat},
    "dragon_hordes": {
        "gambler": Predictor(-1.0, counts_cards=True),
        "waiter": Predictor(1.0, counts_cards=True),
        "sleeper": Predictor(2.5, counts_cards=True),
    },
    "burn_my_village": {"miser": miser, "flatterer": flatterer},
    "conclave_of_wyrms": {"ducker": ducker, "climber": climber},
}
"""The attackers of games without bets, by key and name."""


def attackers_of(game: Game) -> dict[str, Policy]:
    """Return the attackers of a game, by name."""
    if game.money == "pieces" and "shark" in game.policies and game.key not in OTHERS:
        sound = game.policies["regular"]
        return {name: partial(_bets, bet, sound) for name, bet in BETS.items()}
    return dict(OTHERS.get(game.key, {}))
