"""Setup: characters, decks, Gold, the first Drinks and hands, who begins (SET)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import RAIL, BadOptions, Header, Match, Scene, Seats, Seed, Sheet, Zone
from games.tavern import GAME
from games.tavern.decks.builtin import BUILT_IN
from games.tavern.state import Tavern
from tests.helpers.games.tavern import Night, Sits, cards_of, key, keys, state


def sat_down(players: int, seed: str = "setup", **options: Any) -> Match:
    """A match that has just begun, dealt by chance."""
    ring = tuple(range(players))
    return Match(GAME, Header("tavern", GAME.version, options, ring, Seed(seed), dict.fromkeys(ring, 50)))


def begun(players: int, seed: str = "setup", **options: Any) -> Tavern:
    """The state of a match that has just begun."""
    return state(sat_down(players, seed, **options))


def shown(scene: Scene, name: str, owner: int | None) -> tuple[str, ...] | None:
    """The items of a zone as a viewer sees them; None if it is not there."""
    for block in scene.blocks:
        if isinstance(block, Zone) and (block.name, block.owner) == (name, owner):
            return block.items
    return None


def column(scene: Scene, seat: int) -> dict[str, Any]:
    """Return a seat's value in the table of values, by the row's word."""
    sheet = next(block for block in scene.blocks if isinstance(block, Sheet) and block.name == "values")
    at = sheet.seats.index(seat)
    return {row.head.text: row.cells[at].values["n"] for row in sheet.rows}


# ---- characters and decks


@pytest.mark.rule("SET-01", "SET-05")
def test_everybody_has_a_deck_and_markers_of_their_own_and_all_share_one_drink_deck() -> None:
    game = begun(4)
    for player in game.players.values():
        cards = [*player.hand.cards, *cards_of(player.deck)]
        assert Counter(cards) == Counter(dict(player.character.deck))
        assert len(cards) == 40
        assert player.deck.discards == []
        assert (player.fort, player.ac) == (20, 0)
    assert len({id(player.deck) for player in game.players.values()}) == 4
    on_piles = [drink for player in game.players.values() for drink in player.pile]
    assert len(cards_of(game.drinks)) + len(on_piles) == 30


@pytest.mark.rule("SET-02")
def test_the_drink_deck_is_shuffled_and_has_no_discards() -> None:
    assert len({begun(2, f"shuffled {n}").players[0].pile[0] for n in range(24)}) > 6
    assert begun(3).drinks.discards == []


@pytest.mark.rule("SET-05", "SET-R6")
def test_character_decks_are_shuffled_from_the_seed_of_the_match() -> None:
    hands = [tuple(begun(2, f"deal {n}").players[0].hand.cards) for n in range(8)]
    assert len(set(hands)) == 8
    assert tuple(begun(2, "deal 0").players[0].hand.cards) == hands[0]


@pytest.mark.rule("SET-03")
def test_nobody_has_the_same_character_as_another() -> None:
    seen = set()
    for n in range(30):
        names = [
            player.character.key for player in begun(4, f"who {n}", same_character=False).players.values()
        ]
        assert sorted(names) == ["kaylin", "phrenk", "serena", "wizgille"]
        seen.add(tuple(names))
    assert len(seen) > 10  # drawn by lot


@pytest.mark.rule("SET-03")
def test_a_character_that_is_taken_is_not_offered_to_the_next() -> None:
    match = sat_down(3, characters="chosen", same_character=False)
    offered = []
    for wanted in ("serena", "phrenk", "kaylin"):
        [ask] = match.open.values()
        offered.append(set(ask.prompt.legal(match.table.chance)))
        match.answer(ask.id, ask.seat, wanted)
    everybody = {"kaylin", "phrenk", "serena", "wizgille"}
    assert offered == [everybody, everybody - {"serena"}, everybody - {"serena", "phrenk"}]
    assert [p.character.key for p in state(match).players.values()] == ["serena", "phrenk", "kaylin"]


@pytest.mark.rule("SET-R1")
def test_two_to_eight_sit_and_more_than_four_need_the_hosts_leave_to_be_doubled() -> None:
    assert GAME.limits(GAME.parse_options({})) == (2, 8)
    assert GAME.limits(GAME.parse_options({"same_character": False})) == (2, 4)
    game = begun(8)
    assert max(Counter(player.character.key for player in game.players.values()).values()) == 2
    twins = [player for player in game.players.values() if player.character.key == "kaylin"]
    assert len(twins) == 2
    for twin in twins:
        assert len(twin.hand.cards) + len(cards_of(twin.deck)) == 40
        assert len(cards_of(twin.extra)) + (twin.mood is not None) == 12
    assert len(cards_of(game.drinks)) + 8 == 30


@pytest.mark.rule("SET-04", "SET-06")
def test_extra_material_lies_beside_the_deck_and_never_mixes_with_it() -> None:
    game = begun(4)
    by_name = {player.character.key: player for player in game.players.values()}
    assert by_name["serena"].piety == 8
    assert cards_of(by_name["serena"].extra) == []
    assert len(cards_of(by_name["wizgille"].extra)) == 20
    phrenk, kaylin = by_name["phrenk"], by_name["kaylin"]
    assert (phrenk.brew is not None, len(cards_of(phrenk.extra))) == (True, 19)
    assert (kaylin.mood is not None, len(cards_of(kaylin.extra))) == (True, 11)
    for player in by_name.values():
        decks = {BUILT_IN.cards[card].deck for card in [*player.hand.cards, *cards_of(player.deck)]}
        assert decks <= {player.character.key, "shared"}
        assert {BUILT_IN.cards[card].deck for card in cards_of(player.extra)} <= {"gear", "potion", "mood"}


@pytest.mark.rule("SET-06", "CARD-R4")
def test_a_potion_that_is_played_goes_to_the_discards_of_the_potions() -> None:
    n = Night(Phrenk=Sits(extra="Tonic of the ox"), Serena=Sits())
    n.to_action()
    n.plays("Phrenk", "Tonic of the ox")
    n.quiet()
    assert key("Tonic of the ox") in n.player("Phrenk").extra.discards
    assert key("Tonic of the ox") not in cards_of(n.player("Phrenk").deck)


# ---- Gold, Fort, AC


@pytest.mark.rule("SET-07", "SET-R1")
@pytest.mark.parametrize(("players", "gold"), [(2, 8), (3, 10), (4, 10), (5, 10), (6, 10), (7, 12), (8, 12)])
def test_the_first_stash_depends_on_how_many_play(players: int, gold: int) -> None:
    assert {player.gold for player in begun(players).players.values()} == {gold}


@pytest.mark.rule("SET-08", "SET-10", "SET-11", "SET-R3")
def test_fort_ac_gold_and_numbers_of_cards_are_open_to_everybody() -> None:
    match = sat_down(4)
    game = state(match)
    for viewer in (0, 1, RAIL):
        for seat, player in game.players.items():
            told = column(match.scene(viewer), seat)
            # the one whose turn it is has not drawn yet: seven cards for all
            assert list(told.values()) == [20, 0, 10, 7, 1]
            assert shown(match.scene(viewer), "deck", seat) == ("back",) * 33
            seats = next(block for block in match.scene(viewer).blocks if isinstance(block, Seats))
            [badge] = [row.badge for row in seats.rows if row.seat == seat]
            assert badge is not None
            assert badge.values.get("piety") == (None if player.piety is None else 8)


@pytest.mark.rule("SET-08")
def test_stashes_stay_open_when_gold_moves() -> None:
    n = Night(Wizgille=Sits("20/0/10", "Tip the Wench"), Serena=Sits())
    n.to_action()
    n.acts("Wizgille", "Tip the Wench", at="Serena")
    n.quiet()
    for viewer in (0, 1, RAIL):
        assert column(n.match.scene(viewer), 1)["Gold"] == 9


@pytest.mark.rule("SET-09", "SET-R5")
def test_what_is_in_no_stash_and_no_pot_is_the_inns_counted_from_0() -> None:
    n = Night(Wizgille=Sits("20/0/10", "Tip the Wench"), Serena=Sits("20/0/10"))
    assert n.game.inn_gold == 0
    n.to_action()
    n.acts("Wizgille", "Tip the Wench", at="Serena")
    n.quiet()
    assert n.game.inn_gold == 1
    assert n.all_gold() == 20


@pytest.mark.rule("SET-R5", "LIM-05")
def test_the_inn_pays_what_it_does_not_have() -> None:
    n = Night(
        Wizgille=Sits(
            "20/0/10",
            "This device can change alcohol into gold! Watch!",
            pile="Wine",
            extra="Purring like a kitten",
        ),
        Serena=Sits(),
    )
    n.to_action()
    n.drinks_up()
    n.puts_in("Wizgille", "This device can change alcohol into gold! Watch!")
    n.answers("Wizgille", "leave_it", "gear_shown")
    n.quiet()
    assert n.stands("Wizgille") == "20/0/11"
    assert n.game.inn_gold == -1
    assert n.all_gold() == 20


# ---- piles and hands


@pytest.mark.rule("SET-12", "SET-13", "SET-R3")
def test_a_pile_starts_with_one_card_that_nobody_may_look_at() -> None:
    match = sat_down(4)
    for seat, player in state(match).players.items():
        assert len(player.pile) == 1
        for viewer in (*match.header.ring, RAIL):
            scene = match.scene(viewer)
            assert column(scene, seat)["Pile"] == 1
            # its number is all there is to see of it
            assert player.pile[0] not in str(scene)


@pytest.mark.rule("SET-14", "SET-15", "SET-R3")
def test_seven_cards_of_the_own_deck_for_the_owners_eyes_only() -> None:
    match = sat_down(4)
    for seat, player in state(match).players.items():
        assert len(player.hand.cards) == 7
        assert shown(match.scene(seat), "hand", seat) == tuple(player.hand.cards)
        for viewer in {*match.header.ring, RAIL} - {seat}:
            assert shown(match.scene(viewer), "hand", seat) is None
            assert column(match.scene(viewer), seat)["Hand"] == 7


@pytest.mark.rule("SET-14")
def test_the_hand_is_the_top_of_the_deck() -> None:
    game = begun(2)
    player = game.players[0]
    dealt = Counter(player.hand.cards)
    assert dealt + Counter(cards_of(player.deck)) == Counter(dict(player.character.deck))


# ---- who begins, and the order


@pytest.mark.rule("SET-16", "SET-R2")
def test_the_first_player_is_drawn_unless_the_host_has_said_who() -> None:
    drawn = {begun(4, f"first {n}", shuffle_seats=False).active for n in range(40)}
    assert drawn == {0, 1, 2, 3}
    for wanted in (1, 2, 3, 4):
        for game in (begun(4, f"first {n}", first=wanted) for n in range(5)):
            assert game.order.index(game.active) == wanted - 1
    # a number beyond the last player means the last
    game = begun(3, first=8)
    assert game.active == game.order[2]
    with pytest.raises(BadOptions):
        GAME.parse_options({"first": 9})


@pytest.mark.rule("SET-R2")
def test_left_is_the_next_seat_of_the_posted_order_that_is_still_in() -> None:
    orders = {tuple(begun(4, f"order {n}").order) for n in range(40)}
    assert len(orders) > 12
    assert begun(4, shuffle_seats=False).order == [0, 1, 2, 3]
    match = sat_down(4)
    [posted] = [event for event in match.events if event.kind == "order_of_play"]
    assert (posted.to, posted.values["seats"]) == (None, tuple(state(match).order))
    n = Night(Serena=Sits(), Phrenk=Sits("1/1/4"), Kaylin=Sits(), Wizgille=Sits())
    n.defaults("discard")  # Phrenk passes out in the first loss check
    assert n.player("Phrenk").out
    assert n.game.others(0) == [2, 3]
    n.defaults("discard", "Kaylin")
    assert n.game.active == 2


@pytest.mark.rule("SET-R7")
def test_nobody_plays_a_card_before_the_first_turn() -> None:
    match = sat_down(4, characters="chosen")
    while "character" in {ask.prompt.kind for ask in match.open.values()}:
        assert [ask.prompt.kind for ask in match.open.values()] == ["character"]
        [ask] = match.open.values()
        match.answer(ask.id, ask.seat, ask.prompt.default)
    kinds = {ask.prompt.kind for ask in match.open.values()}
    assert {"discard", "play_card"} <= kinds
    assert not kinds & {"respond", "respond_late"}


# ---- what is secret


@pytest.mark.rule("SET-R3")
def test_discards_brew_mood_and_the_drinks_revealed_are_open() -> None:
    n = Night(
        Phrenk=Sits(hand=["A slap on the back, troll size"], extra="Tonic of the ox", pile="Light Ale"),
        Kaylin=Sits(extra="Muddy paws on the table"),
    )
    n.to_action()
    n.acts("Phrenk", "A slap on the back, troll size", at="Kaylin")
    n.quiet()
    n.defaults_one("order")
    n.quiet()
    n.defaults("discard", "Kaylin")
    for viewer in (0, 1, RAIL):
        scene = n.match.scene(viewer)
        assert key("A slap on the back, troll size") in (shown(scene, "discards", 0) or ())
        assert shown(scene, "on show", 0) == (key("Tonic of the ox"),)
        assert shown(scene, "on show", 1) == (key("Muddy paws on the table"),)
        assert shown(scene, "drinks discarded", None) == (key("Light Ale"),)


@pytest.mark.rule("SET-R3")
def test_a_potion_that_waits_beside_the_one_on_show_is_open_too() -> None:
    n = Night(Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts"]), Serena=Sits())
    for viewer in (0, 1, RAIL):
        assert shown(n.match.scene(viewer), "on show", 0) == tuple(
            keys(["Tonic of the ox", "Sobering salts"])
        )


# ---- the aim


@pytest.mark.rule("SET-17", "SET-R4")
@pytest.mark.parametrize("lost", ["3/3/5", "20/0/0"])
def test_who_is_unconscious_or_broke_is_out_and_the_last_one_wins(lost: str) -> None:
    n = Night(Serena=Sits("20/0/5"), Kaylin=Sits(lost))
    n.defaults()
    assert n.match.over
    assert n.winners == {"Serena"}


@pytest.mark.rule("SET-R4")
def test_the_last_one_wins_at_once_in_the_middle_of_a_turn() -> None:
    n = Night(Serena=Sits(hand="Gauntlet first, sermon later"), Kaylin=Sits("4/0/5"))
    n.to_action()
    n.acts("Serena", "Gauntlet first, sermon later", at="Kaylin")
    n.quiet()
    n.passes("Kaylin")  # the last chance
    assert n.match.over
    assert n.winners == {"Serena"}
    assert n.told("orders") == []
