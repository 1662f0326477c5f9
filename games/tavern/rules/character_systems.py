"""The four extra systems of characters: faith, Gear, Potions, Wulfric's moods."""

from __future__ import annotations

from games.engine.prompts import Choose
from games.tavern.board import note_character
from games.tavern.items import GearCard, PlayedCard
from games.tavern.player import DUTY, GRACE, PIETY_MAX
from games.tavern.rules.interrupts import ask_seat
from games.tavern.state import Tavern

KEEP, TAKE = "keep", "take"


# ---- faith


def move_piety(game: Tavern, seat: int, n: int) -> None:
    """Move the faith marker, which stops at both ends."""
    player = game.players[seat]
    if player.piety is not None:
        player.piety = min(PIETY_MAX, max(0, player.piety + n))
        note_character(game, seat)


def in_grace(piety: int) -> bool:
    """Return whether piety is in the band of Grace."""
    return piety >= GRACE


def in_doubt(piety: int) -> bool:
    """Return whether piety is in the band of Doubt."""
    return piety < DUTY


# ---- Gear


def attach_gear(game: Tavern, main: PlayedCard) -> GearCard | None:
    """Turn up the top Gear card for a card with the gear mark; None if there is none."""
    key = game.players[main.seat].extra.draw(game.chance)
    if key is None:
        return None
    main.gear = GearCard(main.seat, key, game.decks.cards[key], main)
    game.table.tell("gear", seat=main.seat, card=key)
    return main.gear


# ---- Potions


def turn_up_potion(game: Tavern, seat: int) -> bool:
    """Turn up the next Potion; return whether the player has to choose between two.

    With no Potion on show the new one simply stays.
    """
    player = game.players[seat]
    player.new_potion = player.extra.draw(game.chance)
    if player.new_potion is None:
        return False
    game.table.tell("potion", seat=seat, card=player.new_potion)
    if player.brew is None:
        player.brew, player.new_potion = player.new_potion, None
        return False
    return True


def keep_potion(game: Tavern, seat: int, *, take: bool) -> None:
    """Keep one of two Potions on show and discard the other."""
    player = game.players[seat]
    new, player.new_potion = player.new_potion, None
    if new is None:
        return
    old = player.brew
    # the one on show may have been played while the choice was open
    if take or old is None:
        player.brew, new = new, old
    if new is not None:
        player.extra.discards.append(new)
    game.table.tell("brews", seat=seat, card=player.brew)


async def brew_potion(game: Tavern, seat: int) -> None:
    """Turn up a Potion in the middle of a turn, and ask which one to keep (TIM-R17)."""
    if turn_up_potion(game, seat):
        answer = await ask_seat(game, seat, lambda: brew_prompt(game, seat))
        keep_potion(game, seat, take=answer == TAKE)


def brew_prompt(game: Tavern, seat: int) -> Choose:
    """Return the question whether to keep the Potion on show or take the new one."""
    player = game.players[seat]
    says = {"old": player.brew or "", "new": player.new_potion, "decks": game.decks}
    return Choose("brew", (KEEP, TAKE), KEEP, clock="choice", public=True, says=says)


# ---- moods


def turn_up_mood(game: Tavern, seat: int) -> None:
    """Turn up the next mood and discard the old one."""
    player = game.players[seat]
    key = player.extra.draw(game.chance)
    if key is None:
        return
    if player.mood is not None:
        player.extra.discards.append(player.mood)
        # the draw may have emptied the deck while the old mood was not yet among the discards
        player.extra.reshuffle()
    player.mood = key
    game.table.tell("mood", seat=seat, card=key)
