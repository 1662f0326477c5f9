"""Odds on request are the exact odds of the rules (OD)."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from bot.language import speaking
from cogs.gembones import chance_text, odds_line, odds_note
from games.engine import Odds
from games.gembones.shared.guide import TABLE
from games.registry import GAMES


def odds_of(game: str, **options: Any) -> dict[str, F]:
    """Return the odds of a game by their text, as far as they are counted."""
    every = GAMES[game].odds(GAMES[game].parse_options(options)) or ()
    return {odds.name: odds.value for odds in every if odds.value is not None}


@pytest.mark.rule("OD-TD1", "OD-TD3")
def test_tripledip() -> None:
    assert odds_of("tripledip") == {"one roll of 3g4: trips": F(1, 16), "one roll of 3g4: dubs": F(9, 16)}
    assert odds_of("tripledip", size="g8")["one roll of 3g8: dubs"] == F(21, 64)
    annam = odds_of("tripledip", size="g6", annam_all_or_nothing=True)
    assert annam["one roll of 3g6: the three highest"] == annam["one roll of 3g6: 1, 2, 3"] == F(1, 36)


@pytest.mark.rule("OD-L131", "OD-L132")
def test_lucky_13() -> None:
    assert odds_of("lucky_13") == {"exactly 13, if you never stop early": F(51, 160)}
    assert odds_of("lucky_13", tymoras_bold_blessing=True)["exactly 13, if you never stop early"] == F(
        325, 768
    )


@pytest.mark.rule("OD-RG1")
def test_rolled_gold() -> None:
    standard = odds_of("rolled_gold")
    assert (standard["a g4 wins"], standard["a g4 brings"]) == (F(1, 8), F(-119, 40))
    assert (standard["a g20 wins"], standard["a g20 brings"]) == (F(21, 40), F(-1127, 400))
    assert odds_of("rolled_gold", acereraks_bane=True)["a g20 brings"] == F(-1349, 200)
    assert odds_of("rolled_gold", jarlaxles_charm=True)["a g20 wins"] == F(9, 40)


@pytest.mark.rule("OD-BB1", "OD-BB3")
def test_barovian_boneyard() -> None:
    assert odds_of("barovian_boneyard") == {
        "Ravenloft, 2 to 1": F(5, 27), "Svalich, 1 to 1": F(5, 18), "Vallaki, 2 to 1": F(1, 36),
        "Mist, lost": F(55, 108), "a wager brings": F(7, 36),
    }  # fmt: skip
    assert odds_of("barovian_boneyard", size="g10", vistani_stowaway=True)["a wager brings"] == F(71, 100)
    assert odds_of("barovian_boneyard", wolves_in_the_woods=True)["a wager brings"] == F(-13, 36)


@pytest.mark.rule("OD-HH1", "OD-HH2", "OD-HH3")
def test_hags_haggle() -> None:
    trade = odds_of("hags_haggle")
    brings = [trade[f"{die}: a wager brings"] for die in ("g8", "g12", "g20")]
    assert brings == [F(-5, 16), F(-5, 24), F(-11, 40)]
    assert [trade[f"{die}: a wager brings under code 7"] for die in ("g8", "g12", "g20")] == [
        F(-21, 64), F(-2, 9), F(-139, 500),
    ]  # fmt: skip
    kind = odds_of("hags_haggle", kind_hag=True, gembones="g12", codes=False)
    assert kind == {"g12: a match": F(1, 12), "g12: higher": F(5, 12), "g12: lower": F(1, 2),
                    "g12: a wager brings": F(5, 24)}  # fmt: skip


@pytest.mark.rule("OD-FB1", "OD-FB11")
def test_fireball() -> None:
    assert odds_of("fireball") == {
        "a loose gembone shows your target": F(1, 6),
        "until all do, alone": F(12878938367822, 916856639127),
    }
    both = odds_of("fireball", cone_of_cold=True, flame_strike=True)
    assert both["a loose gembone shows your targets"] == F(1, 4)
    assert float(both["until all do, alone"]) == pytest.approx(13.515864, abs=6e-7)
    assert len(odds_of("fireball", wall_of_fire=True)) == 1


@pytest.mark.rule("OD-TM1", "OD-TM3", "OD-TM4", "OD-TM7")
def test_tiamat() -> None:
    dealt = odds_of("tiamat")
    assert dealt["dealt: Tiamat"] == F(2500, 52969)
    assert dealt["dealt: Adult Dragon"] == F(150, 7567)
    assert dealt["dealt: Young Dragon with a second pair"] == F(2700, 52969)
    assert dealt["dealt: Dragon Wyrmling"] == F(22500, 52969)
    assert sum(dealt.values()) == 1


@pytest.mark.parametrize("game", [each.game for each in TABLE.values()])
@pytest.mark.parametrize("most", [False, True])
def test_odds_fit_into_a_message(game: str, most: bool) -> None:
    longest: dict[str, dict[str, Any]] = {
        "tripledip": {"mordenkainens_madness": True, "tray": 5, "annam_all_or_nothing": True},
        "rolled_gold": {"dark_moon_heresy": True, "g100_wagers": True, "acereraks_bane": True},
        "barovian_boneyard": {"storming_the_castle": True, "blinsky": True},
        "hags_haggle": {"tray": 5},
    }
    options = {**longest.get(game, {}), **({"spotlight": "full"} if game != "fireball" else {})}
    [container] = odds_note(GAMES[game], GAMES[game].parse_options(options if most else {}))["components"]
    assert sum(len(part.get("content", "")) for part in container["components"]) <= 4000


def test_how_odds_are_said() -> None:
    assert chance_text(F(1, 8)) == "1/8 (12.5 %)"
    assert chance_text(F(0)) == "never"
    assert chance_text(F(7, 36), "wagers") == "+7/36 wagers (+0.1944)"
    assert chance_text(F(-119, 40), "pieces") == "−119/40 pieces (−2.975)"
    assert chance_text(F(1, 8000) ** 2) == "about 1.56e-06 %"
    assert chance_text(F(-1, 10**8), "wagers") == "about −1e-08 wagers"
    assert odds_line(Odds("exactly 13", None, uncounted="Garl")) == "exactly 13: not counted with Garl"
    assert odds_line(Odds("bargains", None)) == "bargains: not counted"
    assert chance_text(F(12878938367822, 916856639127), "rolls", counted=True) == "14.05 rolls on average"
    assert chance_text(F(-4), "pieces a game") == "−4 pieces a game"
    assert chance_text(F(8000), "rolls", counted=True) == "8,000 rolls on average"


@pytest.mark.parametrize(
    ("language", "share", "gain", "whole"),
    [
        ("de", "1/8 (12,5\N{NO-BREAK SPACE}%)", "−1/8 Einsätze (−0,125)", "−6 Münzen pro Spiel"),
        ("pl", "1/8 (12,5%)", "−1/8 zakładu (−0,125)", "−6 monet na grę"),
    ],
)
def test_each_language_writes_odds_in_its_own_way(language: str, share: str, gain: str, whole: str) -> None:
    with speaking(language):
        assert chance_text(F(1, 8)) == share
        assert chance_text(F(-1, 8), "wagers") == gain
        assert chance_text(F(-6), "pieces a game") == whole
