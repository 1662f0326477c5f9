"""A night in the tavern, told like the rulebook's examples: players by name, cards by title, one step a line.

n = Night(Kaylin=Sits("20/0/10", "Don't call me cute!"), Serena=Sits("20/0/10", "~ Poof! ~"))
n.acts("Kaylin", "Don't call me cute!", at="Serena")
n.plays("Serena", "How dare you strike a Paladin!")    # in the window; who else is asked passes
n.quiet()                                              # all players pass until something else is asked
assert n.stands("Serena") == "18/0/10"

The first player named has the first turn. Hands hold what is named here and nothing else; the one whose turn it is
fills up to seven with any cards, which nobody plays unless a test says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.engine import OUTSIDE, Answer, Ask, Event, Header, IllegalAnswer, Match, Result, Seed
from games.engine.card_prompts import Move, PlayCard
from games.tavern import GAME, play
from games.tavern.board import Display
from games.tavern.cards import Decks
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.player import Deck, Player
from games.tavern.rules.setup import Position, Start
from games.tavern.state import Tavern
from tests.helpers.random_matches import luck_of
from tests.helpers.small_games import changed

TITLES = {thing.title: key for group in (BUILT_IN.cards, BUILT_IN.drinks, BUILT_IN.events)
          for key, thing in group.items()}  # fmt: skip
QUIET_MOOD = "Chasing his own tail"
OWN_DECKS = Path(__file__).parents[3] / "docs" / "own-decks.md"
[GRUM] = re.findall(r"```toml\n(.*?)```", OWN_DECKS.read_text("utf-8"), re.DOTALL)
"""The deck that the page on own decks shows."""
WINDOWS = ("respond", "respond_late", "phase_end")


def key(title: str) -> str:
    """Return the id of a card by its title; an id, such as that of an own deck, stays."""
    return title if "." in title and title not in TITLES else TITLES[title]


def keys(titles: Iterable[str]) -> list[str]:
    """Ids by titles."""
    return [key(title) for title in titles]


def state(match: Match) -> Tavern:
    """Return the rules' own state; tests of the public view look at scenes instead."""
    return next(thing.game for thing in match.table._root.stage if isinstance(thing, Display))


def cards_of(deck: Deck) -> list[str]:
    """Return all cards of a deck and its discards."""
    return [*deck.top, *deck.rest, *deck.discards]


@dataclass(frozen=True)
class Sits:
    """A player at the start: `fort/ac/gold`, and what else a scenario names."""

    values: str = "20/0/10"
    hand: Sequence[str] = ()
    pile: Sequence[str] = ()
    """Drinks by title, the top one first."""
    extra: Sequence[str] = ()
    piety: int | None = None
    deck: Sequence[str] = ()
    character: str | None = None
    """By key; the player's own name otherwise."""

    def position(self, character: str) -> Position:
        """The same for the setup."""
        fort, ac, gold = map(int, self.values.split("/"))
        hand = [self.hand] if isinstance(self.hand, str) else self.hand
        pile = [self.pile] if isinstance(self.pile, str) else self.pile
        extra = [self.extra] if isinstance(self.extra, str) else self.extra
        if character == "kaylin" and not extra:
            extra = [QUIET_MOOD]
        return Position(
            keys(hand), keys(self.deck), keys(extra), keys(reversed(pile)), fort, ac, gold, self.piety
        )


@dataclass
class Night:
    """A match of the tavern told by names and titles; the module shows an example."""

    players: dict[str, Sits] = field(default_factory=dict)
    drinks: Sequence[str] = ()
    rest: bool = True
    drunk: Sequence[str] = ()
    decks: Decks | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def __init__(
        self,
        *,
        drinks: Sequence[str] = (),
        rest: bool = True,
        drunk: Sequence[str] = (),
        options: dict[str, Any] | None = None,
        **players: Sits,
    ) -> None:
        self.names = {name: seat for seat, name in enumerate(players)}
        characters = {self.names[name]: sits.character or name.lower() for name, sits in players.items()}
        positions = {
            self.names[name]: sits.position(characters[self.names[name]]) for name, sits in players.items()
        }
        start = Start(characters, positions, keys(drinks), rest, keys(drunk), first=0)
        game = changed(GAME, play=partial(play, start=start))
        ring = tuple(self.names.values())
        # the first player named has the first turn, the others follow as they are named
        options = {"shuffle_seats": False, **(options or {})}
        header = Header("tavern", GAME.version, options, ring, Seed("night"), dict.fromkeys(ring, 50))
        self.match = Match(game, header)
        self.start_gold = self.all_gold()

    # ---- looking

    @property
    def game(self) -> Tavern:
        """The rules' own state."""
        return state(self.match)

    def player(self, name: str) -> Player:
        """A player's things."""
        return self.game.players[self.names[name]]

    def stands(self, name: str) -> str:
        """`fort/ac/gold` of a player."""
        player = self.player(name)
        return f"{player.fort}/{player.ac}/{player.gold}"

    def all_gold(self) -> int:
        """Stashes, pot and Inn together (SET-R5)."""
        game = self.game
        pot = game.round.pot if game.round else 0
        return sum(player.gold for player in game.players.values()) + pot + game.inn_gold

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return next(name for name, at in self.names.items() if at == seat)

    def asked(self, kind: str | None = None) -> set[str]:
        """Return the players that are asked something (of that kind) and have not answered."""
        return {
            self.name(ask.seat)
            for ask in self.match.open.values()
            if not ask.answered and kind in (None, ask.prompt.kind)
        }

    def kinds(self) -> set[str]:
        """The kinds of the questions that are waited for."""
        return {ask.prompt.kind for ask in self.match.open.values() if not ask.answered}

    def ask(self, name: str, kind: str | None = None) -> Ask:
        """The question of a player that is waited for, or has been answered in a window that is still open."""
        mine = [
            ask
            for ask in self.match.open.values()
            if ask.seat == self.names[name]
            and (
                ask.prompt.kind == kind
                if kind
                else ask.prompt.kind not in ("play_card", "standing", "reorder")
            )
        ]
        assert len(mine) == 1, f"{name} is asked {mine}; open: {list(self.match.open.values())}"
        return mine[0]

    def says(self, name: str, kind: str, strength: str = "regular") -> Answer:
        """Return what a computer player of this strength would answer in a player's place."""
        scene = self.match.scene(self.names[name])
        ask = next(ask for ask in scene.mine() if ask.kind == kind)
        return GAME.policy(strength)(scene, ask, luck_of("computer player"))

    def told(self, kind: str) -> list[Event]:
        """All events of a kind."""
        return [event for event in self.match.events if event.kind == kind]

    def can_play(self, name: str, title: str) -> bool:
        """Return whether a player is offered the card now, in a question or by the standing ask."""
        mine = [ask.prompt for ask in self.match.open.values() if ask.seat == self.names[name]]
        return any(
            move.card == key(title)
            for prompt in mine
            if isinstance(prompt, PlayCard)
            for move in prompt.moves
        )

    @property
    def result(self) -> Result:
        """The result; the match must be over."""
        assert self.match.result is not None, f"still open: {list(self.match.open.values())}"
        return self.match.result

    @property
    def winners(self) -> set[str]:
        """Return the winners."""
        return {self.name(row.seat) for row in self.result.rows if row.place == 1}

    # ---- acting

    def answers(self, name: str, answer: Answer, kind: str | None = None) -> None:
        """A player answers the open question."""
        self.match.answer(self.ask(name, kind).id, self.names[name], answer)
        assert self.all_gold() == self.start_gold

    def move(self, name: str, title: str, **aims: Any) -> tuple[Ask, Answer]:
        """The question with which a player may play a card, and the answer that does it."""
        for ask in self.match.open.values():
            if ask.seat != self.names[name] or not isinstance(ask.prompt, PlayCard):
                continue
            for move in ask.prompt.moves:
                alternative = aims.get("way")
                if move.card == (title and key(title)) and alternative in (None, move.alternative):
                    return ask, [
                        move.card,
                        move.alternative,
                        [self._aim(move, i, aims) for i in range(len(move.aims))],
                    ]
        raise AssertionError(f"{name} cannot play {title!r} now")

    def _aim(self, move: Move, at: int, aims: dict[str, Any]) -> list[int]:
        aim = move.aims[at]
        named = {"target": "at", "orders": "orders", "wolf": "wolf", "drink": "drink", "loss": "loss"}
        value = aims.get(named.get(aim.name, aim.name))
        if value is None:
            return aim.first()
        values = [value] if isinstance(value, str | int) else value
        return [self.names[each] if isinstance(each, str) else each for each in values]

    def puts_in(self, name: str, title: str, **aims: Any) -> None:
        """A player puts a card in; in a window it is played only when that closes."""
        ask, answer = self.move(name, title, **aims)
        self.match.answer(ask.id, ask.seat, answer)
        assert self.all_gold() == self.start_gold

    def plays(self, name: str, title: str, **aims: Any) -> None:
        """A player plays a card; who else is asked in the same window passes."""
        ask, answer = self.move(name, title, **aims)
        window = {other.id for other in self.match.open.values() if other.prompt.kind in WINDOWS} - {ask.id}
        self.match.answer(ask.id, ask.seat, answer)
        for other in sorted(window):
            still = self.match.open.get(other)
            if still is not None and not still.answered:
                self.match.answer(other, still.seat, "pass")
        assert self.all_gold() == self.start_gold

    acts = plays

    def cannot(self, name: str, title: str) -> None:
        """The card is not offered, and playing it is refused."""
        assert not self.can_play(name, title)
        for ask in [ask for ask in self.match.open.values() if ask.seat == self.names[name]]:
            if isinstance(ask.prompt, PlayCard):
                rows = len(self.match.rows)
                with pytest.raises(IllegalAnswer):
                    self.match.answer(ask.id, ask.seat, [key(title), 0, []])
                assert len(self.match.rows) == rows

    def passes(self, *names: str, word: str = "pass") -> None:
        """The named players pass."""
        for name in names:
            self.answers(name, word)

    def quiet(self) -> None:
        """Pass for every player in every window, until something else is asked or the match is over."""
        while not self.match.over and self.kinds() & set(WINDOWS):
            ask = next(ask for ask in self.match.open.values() if not ask.answered)
            self.match.answer(ask.id, ask.seat, "pass")
        assert self.all_gold() == self.start_gold

    def defaults(self, until: str | None = None, who: str | None = None) -> None:
        """Every question is answered by default, until one of kind `until` is open to `who`."""
        while not self.match.over:
            ask = next(ask for ask in self.match.open.values() if not ask.answered)
            if ask.prompt.kind == until and who in (None, self.name(ask.seat)):
                return
            self.match.answer(ask.id, ask.seat, ask.prompt.default, "timeout")
        assert until is None, f"the match ends before {until}"

    def to_action(self) -> None:
        """The draw form of the player whose turn it is, by default."""
        self.defaults("action")

    def drinks_up(self) -> None:
        """From the action form to the Drink phase: no action, the Drink for the next player."""
        [name] = self.asked("action")
        self.answers(name, "no_action")
        self.defaults_one("order")

    def defaults_one(self, kind: str) -> None:
        """The one open question of that kind, by default."""
        [name] = self.asked(kind)
        ask = self.ask(name, kind)
        self.match.answer(ask.id, ask.seat, ask.prompt.default)

    def leaves(self, name: str) -> None:
        """A player resigns."""
        self.match.answer(0, OUTSIDE, ["leave", self.names[name]], "table")
