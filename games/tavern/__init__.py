"""The tavern: drink, brawl, gamble, answer what the others do; the last one standing wins."""

from __future__ import annotations

from functools import partial

from games.engine import Game, Line, Result, ResultRow, Table, changes
from games.tavern.computer.policy import sensible
from games.tavern.options import MOST, Options, seats_for
from games.tavern.rules.elimination import check
from games.tavern.rules.setup import Start, set_up
from games.tavern.rules.stack import settle
from games.tavern.rules.turn import turn
from games.tavern.stakes import Stakes
from games.tavern.state import GameOver, Tavern
from games.tavern.text import WORDS


async def play(table: Table, options: Options, start: Start | None = None) -> Result:
    """Setup, then turns in order until at most one is left (SET-R4). `start` is for tests alone."""
    table.clear()
    stakes = Stakes(table, options.stake)
    table.show(stakes)
    game = await set_up(table, options, start or Start())
    game.settle, game.check = partial(settle, game), partial(check, game)
    try:
        await game.check()
        seat = game.active
        while True:
            if not game.players[seat].out:
                await turn(game, seat)
            seat = game.from_seat(seat)[1]
    except GameOver:
        return outcome(game, stakes)


def outcome(game: Tavern, stakes: Stakes) -> Result:
    """The last one in the game wins; those who went out last together tie (SET-R4, OUT-13)."""
    groups = [game.in_game()] if game.in_game() else []
    groups += [sorted(fallen) for fallen in reversed(game.fallen)]
    winners, rows, place = groups[0], [], 1
    pays = stakes.pay_out(sorted(winners))
    moved = changes(pays)
    for group in groups:
        for seat in group:
            player = game.players[seat]
            says = {"name": player.character.name, "fort": player.fort, "ac": player.ac, "gold": player.gold}
            why = Line(game.table.words["result:out" if player.out else "result:stands"], says)
            rows.append(ResultRow(seat, place, moved.get(seat, {}), why, points=int(place == 1)))
        place += len(group)
    words = game.table.words["result:won" if len(winners) == 1 else "result:tie"]
    headline = Line(words, {"seat": winners[0], "seats": tuple(sorted(winners))})
    return Result(headline, tuple(rows), pays, carry=stakes.left())


DAY = 86_400
"""Seconds: how long a host may let windows stay open (TIM-R10), and other decisions three times as long (TURN-R9)."""
RULES = """\
**Drink, brawl, gamble; the last one standing wins.** You are out when your AC (how drunk you are) reaches your Fort
(how much you can take), or when you have no Gold left.

Everybody is a character with a deck of 40 cards and starts with Fort 20, AC 0, 10 Gold (8 with two players, 12 with
seven or eight), seven cards, and one Drink face down on the pile. A turn has four phases.

1. **Discard and draw.** Throw away what you like, then draw up to seven cards.
2. **Action.** Play one Action card, or none.
3. **Order a Drink.** The top of the Drink Deck goes onto another player's pile; nobody looks at it.
4. **Drink.** Turn up the top of your own pile and take what it says. With a *chaser* the next card joins it. With an
   empty pile you sober up: AC −1.

**Answering.** Whatever is played or turned up can be answered: *Sometimes* cards when what they say is happening,
*Anytime* cards always. All who could have a fitting card are asked at once and in secret, whether they hold one or
not. One card is played: Anytime before Sometimes, then in turn order. It can be answered too; when it is done,
everybody is asked again about what lies beneath. *Negate*: the card does not happen. *Ignore*: it does nothing to
you. Losses can also be made smaller, or turned on somebody else.

**Gambling.** A card starts a Round: everybody antes 1, its player is in control. In turn, play a Gambling or Cheating
card and be in control, or pass. When all others have passed, the pot is yours. After *Winning Hand!* only a Cheating
card will do.

**Events.** *Drinking Contest*: all reveal from the Drink Deck and drink; the strongest Drink wins 1 Gold from each
other player; ties drink again. *Round on the House*: one Drink is turned up, and everybody drinks a copy.

**Losing.** First everything that has been played is settled; then who is in danger has a last chance to play cards.
Who passes out leaves half of the Gold, rounded up, to the Inn, and the rest in equal parts to the others. All at once:
a tie. If the Drink Deck runs out, everybody pays 1 for a new one.

**Characters.** *Serena* has faith, 0 to 15: from 10 on she gains 1 Fort each turn, below 5 she loses a card.
*Wizgille* turns up a Gear card with some of hers. *Phrenk* always has a Potion on show, as an eighth card. *Kaylin's*
wolf Wulfric has moods that change her wolf cards.

**Example.** Kaylin plays "Don't call me cute!" on Serena: 2 Fort. Serena answers "How dare you strike a Paladin!",
which would cost Kaylin 2. Kaylin negates that with "We don't think so!". Serena's Fort falls from 20 to 18; Kaylin
keeps hers, and Serena's faith does not move.
"""

GAME = Game(
    key="tavern",
    title="The Tavern",
    rulebook="The Red Dragon Inn 3",
    pitch="Drink, brawl, gamble and answer back; the last one standing wins.",
    version=2,
    seats=(2, MOST),
    complexity="complex",
    minutes=45,
    money="pieces",
    options=Options,
    play=play,
    words=WORDS,
    rules=RULES,
    policies={"sensible": sensible},
    seats_for=seats_for,
    seconds=dict.fromkeys(("respond", "respond_late", "gear_targets", "gear_shown"), 20.0),
    clocks={"window": (10, DAY), "turn": (15, 3 * DAY), "choice": (15, 3 * DAY)},
    patience=3,
    drops_out=True,
)
