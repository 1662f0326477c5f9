"""The tavern's computer player: what it does where one answer is plainly better than another."""

from __future__ import annotations

import pytest

from games.tavern import GAME
from tests.helpers.games.tavern import GRUM, Night, Sits, key
from tests.helpers.games.tavern_openings import announced, down_to
from tests.helpers.random_matches import luck_of

SLAP, PRAYER, CORK = "A slap on the back, troll size", "A quiet prayer", "Put a cork in it"
GAUNTLET, HIDE, GROWS = "Gauntlet first, sermon later", "Thick hide, thicker head", "It grows back, you know"
ANKLES = "Both ankles at once"
BATH = "Ah! I really needed a bath"


def test_it_strikes_where_it_hurts_most() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]), Serena=Sits("20/3/10"), Kaylin=Sits("9/6/10"), Wizgille=Sits("12/0/10")
    )
    n.to_action()
    chosen = n.says("Phrenk", "action")
    assert chosen[0] == key(SLAP)
    assert chosen[2][0] == [n.names["Kaylin"]]


def test_it_saves_itself_in_the_last_chance() -> None:
    n = Night(Serena=Sits("6/6/10", hand=[PRAYER]), Phrenk=Sits(), Kaylin=Sits())
    assert n.says("Serena", "last_chance")[0] == key(PRAYER)


def test_it_ignores_a_strong_drink_and_keeps_the_card_for_a_weak_one() -> None:
    answers = []
    for drink in ("Giant's Nightcap", "Bottom of the Mop Bucket", "Warm Goat's Milk"):
        n = Night(Kaylin=Sits("10/3/10", hand=[BATH], pile=drink), Phrenk=Sits(), Serena=Sits())
        n.to_action()
        n.drinks_up()
        answers.append(n.says("Kaylin", "respond"))
    assert [answer == "pass" for answer in answers] == [False, False, True]


@pytest.mark.parametrize(("victim", "negates"), [("Phrenk", True), ("Wizgille", False)])
def test_it_negates_what_hurts_it_and_nothing_else(victim: str, negates: bool) -> None:
    n = Night(Serena=Sits(hand=["Gauntlet first, sermon later"]), Phrenk=Sits(hand=[CORK]), Wizgille=Sits())
    announced(n, "Serena", "Gauntlet first, sermon later", at=victim)
    assert (n.says("Phrenk", "respond") != "pass") == negates


def test_it_negates_what_saves_somebody_from_its_own_blow() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits("9/5/10", hand=["~ Poof! ~"]), Phrenk=Sits())
    announced(n, "Serena", "Blasphemer!", at="Kaylin")
    n.player("Serena").hand.cards = [key("I don't think so!")]
    n.plays("Kaylin", "~ Poof! ~")
    assert n.says("Serena", "respond")[0] == key("I don't think so!")


def test_it_drinks_to_nobodys_health_but_the_weakest() -> None:
    n = Night(Phrenk=Sits(), Serena=Sits("20/3/10"), Kaylin=Sits("9/6/10"))
    n.to_action()
    assert n.says("Phrenk", "action")[2][-1] == [n.names["Kaylin"]]


@pytest.mark.parametrize("strength", ["regular", "shark"])
def test_it_knows_the_cards_of_own_decks_by_what_they_do(strength: str) -> None:
    n = Night(
        Grum=Sits("6/6/10", hand=["grum.broom", "grum.soup"]),
        Serena=Sits(),
        options={"own_decks": {"grum.toml": GRUM}},
    )
    assert n.says("Grum", "last_chance", strength)[0] == "grum.soup"


def test_it_does_not_answer_a_card_that_answers_have_made_harmless() -> None:
    """Phrenk has ignored the blow; the scene says so, and the card that would have softened it stays in hand."""
    n = Night(Serena=Sits(), Phrenk=Sits("9/6/10", hand=[HIDE, GROWS]), Wizgille=Sits())
    n.player("Serena").hand.cards = [key(GAUNTLET)]
    announced(n, "Serena", GAUNTLET, at="Phrenk")
    assert n.says("Phrenk", "respond") != "pass"
    n.plays("Phrenk", GROWS)
    down_to(n)
    assert n.can_play("Phrenk", HIDE)
    assert n.says("Phrenk", "respond") == "pass"


@pytest.mark.parametrize(
    ("gear", "answered"), [("gear.shoot_sparks", False), ("gear.spare_parts_everywhere", True)]
)
def test_it_does_not_defend_against_a_loss_that_a_gear_card_has_made_nothing(
    gear: str, answered: bool
) -> None:
    loud = "Stand back, this is the loud one"
    n = Night(Wizgille=Sits(hand=[loud]), Phrenk=Sits("8/6/10", hand=[GROWS]), Serena=Sits())
    n.player("Wizgille").extra.top = [gear]
    announced(n, "Wizgille", loud)
    n.answers("Wizgille", "leave_it")
    assert n.can_play("Phrenk", GROWS)
    assert (n.says("Phrenk", "respond") != "pass") == answered


@pytest.mark.rule("WULF-05")
def test_it_strikes_where_no_wolf_stands_guard() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]), Kaylin=Sits("9/6/10", extra="Curled round her feet"), Serena=Sits("9/6/10")
    )
    n.to_action()
    n.player("Phrenk").hand.cards = [key(SLAP)]
    assert n.says("Phrenk", "action")[2][0] == [n.names["Serena"]]


def test_of_two_equal_blows_it_takes_the_one_that_draws_a_card() -> None:
    blows = ["Anything is a hammer once", "Hold this wire for me"]
    for hand in (blows, blows[::-1]):
        n = Night(Wizgille=Sits(hand=hand), Kaylin=Sits("9/6/10"), Serena=Sits())
        n.to_action()
        n.player("Wizgille").hand.cards = [*map(key, hand)]
        assert n.says("Wizgille", "action")[0] == key("Anything is a hammer once")


@pytest.mark.rule("WULF-03")
@pytest.mark.parametrize(("mood", "bites"), [("Ears up, nose down", True), ("Off his dinner", False)])
def test_it_knows_what_a_mood_does_to_a_bite(mood: str, bites: bool) -> None:
    hand = [ANKLES, "Don't call me cute!"]
    n = Night(Kaylin=Sits(hand=hand, extra=mood), Phrenk=Sits("12/6/10"), Serena=Sits("16/4/10"))
    n.to_action()
    n.player("Kaylin").hand.cards = [*map(key, hand)]
    assert (n.says("Kaylin", "action")[0] == key(ANKLES)) == bites


@pytest.mark.rule("TIM-R22")
def test_it_takes_its_deposit_back() -> None:
    n = Night(
        Serena=Sits(hand=["A tithe for the temple roof"]), Phrenk=Sits(hand=["Deposit back on the bottle"])
    )
    n.to_action()
    n.acts("Serena", "A tithe for the temple roof", at="Phrenk")
    while n.asked("respond"):
        n.passes(*sorted(n.asked("respond")))
    assert n.says("Phrenk", "phase_end")[0] == key("Deposit back on the bottle")


def test_it_starts_a_round_with_a_winner_in_hand_and_gold_to_lose() -> None:
    hand = ["Gambling? I'm in!", "Winning Hand!"]
    for values, starts in (("20/0/10", True), ("20/0/2", False)):
        n = Night(Phrenk=Sits(values, hand=hand), Serena=Sits(), Kaylin=Sits(), Wizgille=Sits())
        n.to_action()
        assert (n.says("Phrenk", "action")[0] == key("Gambling? I'm in!")) == starts


def test_a_newcomer_plays_by_the_same_rules() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(), Kaylin=Sits())
    n.to_action()
    scene = n.match.scene(n.names["Phrenk"])
    [ask] = [ask for ask in scene.mine() if ask.kind == "action"]
    answers = {str(GAME.policies["newcomer"](scene, ask, luck_of("newcomer", case))) for case in range(60)}
    assert str(n.says("Phrenk", "action")) in answers
    assert len(answers) > 1
