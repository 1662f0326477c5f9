"""A computer player for a night: it plays each game like that game's own computer player (ADV)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from games.computer.habits import Habit, remembering
from games.computer.weighed import Weighed, weigh
from games.engine.chance import Chance
from games.engine.prompts import Answer, Choose
from games.engine.scene import OpenAsk, Scene, SceneHeader
from games.parlour.adventurers_choice.games import BY_KEY
from games.parlour.players.bets import BETTING_TEMPERS
from games.parlour.shared.loans import LOAN

KEY = "adventurers_choice"
OF_SKILL = ("three_kingdoms", "den_of_thieves", "jack_of_all_trades", "the_wheel")
"""The games that a shark chooses from: those with its highest measured winnings, so skill counts most there."""


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """The computer player of a night, which plays each game as that game's own one of its strength and temper."""

    strength: str
    temper: str = ""
    habits: Mapping[int, Habit] = field(default_factory=dict)

    @property
    def tempers(self) -> Collection[str]:
        """The tempers that change how it bets in the games of the night."""
        return BETTING_TEMPERS

    def tempered(self, temper: str) -> NightPlayer:
        """Return the same player with a temper."""
        return replace(self, temper=temper)

    def remembering(self, habits: Mapping[int, Habit]) -> NightPlayer:
        """Return the same player with what it knows of its rivals."""
        return replace(self, habits=habits)

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Answer as the current game's computer player, or choose the next game."""
        header = scene.every(SceneHeader)[0]
        if header.game != KEY:
            game = BY_KEY[header.game]
            player = game.policy(game.strength(self.strength), self.temper)
            return remembering(player, self.habits)(scene, ask, luck)
        return between_games(ask, luck, OF_SKILL if self.strength == "shark" else ())

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the answers as the current game's computer player weighs them; None between two games."""
        header = scene.every(SceneHeader)[0]
        if header.game == KEY:
            return None
        game = BY_KEY[header.game]
        player = game.policy(game.strength(self.strength), self.temper)
        return weigh(remembering(player, self.habits), scene, ask, luck)


def between_games(ask: OpenAsk, luck: Chance, liked: Collection[str] = ()) -> Answer:
    """Choose a game and terms at random, and borrow when nearly out; favourite games are played without terms."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    if ask.kind == "loan":
        return "yes" if prompt.says["money"] < LOAN // 2 else "no"
    if ask.kind == "terms" and (liked or luck.below(2)):
        return "play"
    options = [option for option in prompt.options if option != "back"]
    return luck.choice([option for option in options if option in liked] or options)
