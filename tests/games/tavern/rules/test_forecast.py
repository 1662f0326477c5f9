"""The forecast: the board says who loses how much now, and what has made that differ from the card."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.templates import Renderer
from cogs.ui.blocks.response_window import find_stack, stack_text
from games.engine import Chance, Header, Match, Seed
from games.tavern import GAME
from games.tavern.computer.policy import sensible
from games.tavern.items import PlayedCard
from games.tavern.rules import stack
from games.tavern.rules.forecast import forecast
from games.tavern.state import Tavern
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import announced, down_to

SLAP, DECOY, CUTE = "A slap on the back, troll size", "Clockwork decoy, half price", "Don't call me cute!"
OOPS, LOUD = "Oh no! It's not supposed to do that...", "Stand back, this is the loud one"
PLATE, GREEN, POOF = (
    "Plate armour, freshly polished",
    "You're looking a little green. Drink this.",
    "~ Poof! ~",
)


def board(n: Night) -> list[str]:
    """The stack as everyone reads it, the newest card first, without the printed texts of cards."""
    found = find_stack(n.match.scene(-2))
    assert found is not None
    said = Renderer({seat: name for name, seat in n.names.items()})
    printed = {f"-# {item.text}" for item in found.items}
    return [line.replace("**", "") for line in stack_text(found, said).split("\n") if line not in printed]


@pytest.mark.rule("GEAR-04", "GEAR-07")
def test_a_gear_card_and_its_targets_are_named() -> None:
    n = Night(
        Wizgille=Sits(hand=[OOPS]),
        Kaylin=Sits(),
        Serena=Sits(),
    )
    n.player("Wizgille").extra.top = ["gear.too_much_steam"]
    announced(n, "Wizgille", OOPS, at="Kaylin")
    n.answers("Wizgille", ["", 0, [[n.names["Kaylin"], n.names["Serena"]]]])
    assert board(n) == [
        "▶ 1. Wizgille → Kaylin: 👊 Oh no! It's not supposed to do that...",
        "➜ Kaylin −3 Fort, Serena −1 Fort",
        "-# with ⚙️ Too much steam! on Kaylin and Serena",
    ]
    assert [event.values["targets"] for event in n.told("gear_at")] == [(1, 2)]


@pytest.mark.rule("GEAR-12", "RED-06")
def test_a_tuned_card_shows_its_tuned_number_and_one_at_nothing_says_so() -> None:
    n = Night(Wizgille=Sits(hand=[LOUD]), Kaylin=Sits(), Serena=Sits())
    n.player("Wizgille").extra.top = ["gear.shoot_sparks"]
    announced(n, "Wizgille", LOUD)
    n.answers("Wizgille", "leave_it")
    assert board(n)[1:] == [
        "➜ Kaylin loses nothing, Serena loses nothing",
        "-# with ⚙️ It's not supposed to shoot sparks!",
    ]


@pytest.mark.rule("WULF-03", "WULF-08")
def test_the_target_of_the_wolf_is_named() -> None:
    wolf = "Actually, his bite is worse than his bark"
    n = Night(Kaylin=Sits(hand=[wolf], extra="Howling at the rafters"), Phrenk=Sits(), Serena=Sits())
    announced(n, "Kaylin", wolf, at="Phrenk", wolf="Serena")
    assert board(n) == [
        "▶ 1. Kaylin → Phrenk: 👊 Actually, his bite is worse than his bark",
        "➜ Phrenk −3 Fort, Serena −1 Fort",
        "-# Wulfric: 🐺 Howling at the rafters; Wulfric goes for Serena",
    ]
    assert [event.values["targets"] for event in n.told("wolf_at")] == [(2,)]


@pytest.mark.rule("RED-R2", "RED-R6", "WULF-05")
def test_guard_reductions_and_redirects_are_told_with_what_is_left() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Wizgille=Sits(hand=["Spring-loaded parasol", DECOY]),
        Kaylin=Sits(extra="Curled round her feet"),
    )
    announced(n, "Phrenk", SLAP, at="Kaylin")
    assert board(n)[1:] == ["➜ Kaylin −2 Fort", "-# Wulfric takes 1 off for Kaylin"]
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[DECOY]), Serena=Sits(hand=[PLATE]))
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.plays("Wizgille", DECOY, at="Serena")
    down_to(n)
    assert board(n)[1:] == ["➜ Serena −3 Fort", "-# turned from Wizgille on Serena"]
    n.plays("Serena", PLATE)
    down_to(n)
    assert board(n)[1:] == ["➜ Serena −1 Fort", "-# turned from Wizgille on Serena; Serena took 2 off"]


@pytest.mark.rule("NEG-R2", "NEG-R3")
def test_a_card_that_is_ignored_does_nothing_and_says_so() -> None:
    n = Night(Phrenk=Sits(hand=[GREEN]), Kaylin=Sits("20/5/10", hand=[POOF]), Serena=Sits())
    announced(n, "Phrenk", GREEN, at="Kaylin")
    assert board(n)[1:] == ["➜ Phrenk +2 Gold, Kaylin −3 AC, Kaylin −2 Gold"]
    n.plays("Kaylin", POOF)
    down_to(n)
    assert board(n)[1:] == ["-# Kaylin ignored it"]


def test_the_printed_card_above_a_blow_does_not_hide_what_the_blow_does() -> None:
    n = Night(Kaylin=Sits(hand=[CUTE]), Serena=Sits(hand=[PLATE]), Phrenk=Sits())
    announced(n, "Kaylin", CUTE, at="Serena")
    n.plays("Serena", PLATE)
    assert board(n) == [
        "▶ 2. Serena: ↩️ Plate armour, freshly polished",
        "▷ 1. Kaylin → Serena: 👊 Don't call me cute!",
        "➜ Serena −2 Fort",
    ]


INSIDE = {"drinkup", "start", "ante", "skim", "winround", "spill", "drop", "brew", "oust", "leave"}
"""Steps that let other things happen, or move Gold of the pot, which no forecast is about."""


@pytest.mark.rule("RED-R5", "LIM-R1")
def test_the_forecast_is_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, bool]] = []
    real = stack._resolve_card

    async def watched(game: Tavern, card: PlayedCard) -> None:
        told, before = forecast(game, card), values(game)
        await real(game, card)
        if any(part.step.verb in INSIDE for part in card.parts()):
            return
        expected = {seat: list(each) for seat, each in before.items()}
        for seat, change in told.changes.items():
            expected[seat] = [a + b for a, b in zip(expected[seat], change, strict=True)]
        for loss in told.losses:
            if loss.victim >= 0:
                expected[loss.victim][0] = max(0, expected[loss.victim][0] - loss.n)
        moved = any(told.changes) or any(loss.n for loss in told.losses)
        seen.append((card.key, moved))
        assert values(game) == expected, card.key

    monkeypatch.setattr(stack, "_resolve_card", watched)
    for number in range(6):
        header = Header("tavern", GAME.version, {"same_character": False}, (0, 1, 2, 3), Seed("told", number))
        match, luck = Match(GAME, header, digests=False), Chance(Seed("teller", number))
        while not match.over:
            seat = next(ask.seat for ask in match.open.values() if not ask.answered)
            scene = match.scene(seat)
            [ask, *_] = scene.mine()
            match.answer(ask.id, seat, sensible(scene, ask, luck))
    assert sum(moved for _, moved in seen) > 100
    assert len({key for key, _ in seen}) > 40


def values(game: Tavern) -> dict[int, Any]:
    """Fort, AC and Gold of each seat."""
    return {seat: [each.fort, each.ac, each.gold] for seat, each in game.players.items()}
