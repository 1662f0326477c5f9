"""The tavern's shark: what it does where its sense shows, beside a regular that does otherwise."""

from __future__ import annotations

import pickle
import tomllib

import msgspec
import pytest

from benchmarks.chances.__main__ import positions
from benchmarks.chances.fit import fit, surprise, table
from benchmarks.chances.matches import look, play_match
from games.engine import Answer, Match, Seed
from games.tavern import GAME
from games.tavern.computer import policy, shark
from games.tavern.computer.card_use import uses
from games.tavern.computer.observation import observe
from games.tavern.computer.win_chance import FEWEST, MOST, Worths, worths
from games.tavern.decks.builtin import BUILT_IN
from tests.helpers.games.tavern import GRUM, Night, Sits, key, state
from tests.helpers.games.tavern_openings import announced
from tests.helpers.random_matches import luck_of, play, random_header

SLAP, HIDE, GROWS = "A slap on the back, troll size", "Thick hide, thicker head", "It grows back, you know"
PRAYER, BATH, GAUNTLET = "A quiet prayer", "Ah! I really needed a bath", "Gauntlet first, sermon later"


def says(n: Night, name: str, kind: str) -> Answer:
    """Return the shark's answer in this player's place."""
    return n.says(name, kind, "shark")


def test_it_strikes_the_likely_winner_where_a_regular_kicks_the_weakest() -> None:
    n = Night(
        Phrenk=Sits("12/0/10", hand=[SLAP]),
        Serena=Sits("14/0/10"),
        Kaylin=Sits("9/4/10"),
        Wizgille=Sits("9/4/10"),
    )
    n.to_action()
    n.player("Phrenk").hand.cards = [key(SLAP)]
    struck = {
        strength: n.name(n.says("Phrenk", "action", strength)[2][0][0]) for strength in ("regular", "shark")
    }
    assert struck["shark"] == "Serena"
    assert struck["regular"] in ("Kaylin", "Wizgille")


def test_it_ends_the_match_where_it_can() -> None:
    n = Night(Phrenk=Sits("12/0/10", hand=[SLAP]), Serena=Sits("9/7/10"))
    n.to_action()
    chosen = says(n, "Phrenk", "action")
    assert chosen[0] == key(SLAP)


def test_it_saves_itself_in_the_last_chance_even_by_two_cards() -> None:
    n = Night(Serena=Sits("6/6/10", hand=[PRAYER]), Phrenk=Sits(), Kaylin=Sits())
    assert says(n, "Serena", "last_chance")[0] == key(PRAYER)
    n = Night(Serena=Sits("6/9/10", hand=[PRAYER, PRAYER]), Phrenk=Sits(), Kaylin=Sits())
    assert says(n, "Serena", "last_chance")[0] == key(PRAYER)


def test_it_keeps_what_it_can_answer_with_and_one_action() -> None:
    hand = [SLAP, SLAP, SLAP, GROWS, HIDE, "Tip the Wench", "phrenk.youll_appreciate_this_drink"]
    n = Night(Phrenk=Sits("12/4/10", hand=hand), Serena=Sits(), Kaylin=Sits(), Wizgille=Sits())
    [asked] = [ask for ask in n.match.open.values() if not ask.answered]
    assert asked.prompt.kind == "discard"
    held = n.player("Phrenk").hand.cards
    *_, places = says(n, "Phrenk", "discard")[2]
    left = [card for place, card in enumerate(held) if place not in places]
    assert left.count(key(SLAP)) == 1
    assert {key(GROWS), hand[-1]} <= set(left)
    assert key("Tip the Wench") not in left


def test_it_refuses_a_strong_drink_and_keeps_the_card_for_a_weak_one() -> None:
    answers = []
    for drink in ("Giant's Nightcap", "Warm Goat's Milk"):
        n = Night(Kaylin=Sits("10/3/10", hand=[BATH], pile=drink), Phrenk=Sits(), Serena=Sits())
        n.to_action()
        n.drinks_up()
        answers.append(says(n, "Kaylin", "respond"))
    assert [answer == "pass" for answer in answers] == [False, True]


def test_it_lets_a_blow_at_a_rival_pass_and_wards_off_one_at_itself() -> None:
    for victim, answered in (("Phrenk", True), ("Wizgille", False)):
        n = Night(
            Serena=Sits(hand=[GAUNTLET]), Phrenk=Sits("11/2/10", hand=["Put a cork in it"]), Wizgille=Sits()
        )
        announced(n, "Serena", GAUNTLET, at=victim)
        assert (says(n, "Phrenk", "respond") != "pass") == answered


def test_a_scene_travels_to_the_process_that_thinks_with_all_its_decks() -> None:
    n = Night(Grum=Sits(), Serena=Sits(), options={"own_decks": {"grum.toml": GRUM}})
    assert pickle.loads(pickle.dumps(n.match.scene(0))) == n.match.scene(0)


@pytest.mark.parametrize("left", range(FEWEST, MOST + 1))
def test_more_is_never_worth_less(left: int) -> None:
    found = worths(left)
    assert list(found.margin) == sorted(found.margin)
    assert list(found.gold) == sorted(found.gold)
    assert found.of_pile(2) <= found.of_pile(0)
    assert {use for card in BUILT_IN.cards.values() for use in uses(card)} <= found.uses.keys()
    assert {each.name for each in BUILT_IN.characters.values()} == found.characters.keys()


def test_the_matches_to_which_it_is_fitted_look_as_a_seat_sees_them() -> None:
    luck = luck_of("as seen")
    looked = 0
    for at, match in enumerate(play(Match(GAME, random_header(GAME, luck), digests=False), luck)):
        if at % 7 or match.over:
            continue
        game = state(match)
        for seat in game.seats_in_game():
            assert look(game, seat) == observe(match.scene(seat))
            looked += 1
    assert looked > 50


@pytest.mark.slow
def test_it_wins_more_than_its_share_among_regulars() -> None:
    players = {True: shark.judge, False: policy.judge}
    won = sum(
        play_match({each: players[each == seat] for each in range(4)}, Seed("shark", number))[seat]
        for number in range(10)
        for seat in range(4)
    )
    # a fair share would be 10 of 40
    assert won >= 15


def test_a_fit_knows_more_than_nothing() -> None:
    noted = [each for number in range(4) for each in positions(number) if len(each.seats) == MOST]
    weights = fit(noted, luck_of("fit"))
    assert surprise(weights, noted) < surprise({}, noted)
    assert weights.keys() >= {"margin", "gold", "card", "use ignore"}
    tables = msgspec.convert(tomllib.loads("\n".join(table(MOST, weights))), dict[str, Worths])
    assert tables[f"left{MOST}"].of_gold(0) < tables[f"left{MOST}"].of_gold(5)


def test_an_unknown_strength_plays_as_a_regular() -> None:
    assert GAME.strengths() == ("newcomer", "regular", "shark")
    assert GAME.strength("kraken") == "regular"
