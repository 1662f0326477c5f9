"""The games list, variants and words (GEN), and which variants are for a party (PTY)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.gembones import help_note, party_note
from games.engine import GUEST, BadOptions
from games.gembones.shared.guide import TABLE, WORDS
from games.party_variants import party_variants
from games.registry import GAMES

HOUSE_GAMES = {"rolled_gold", "barovian_boneyard", "hags_haggle"}


@pytest.mark.rule("GEN-01", "GEN-X1")
def test_the_seven_games_by_the_roll_of_a_d7() -> None:
    assert {number: entry.game for number, entry in TABLE.items()} == {
        1: "tripledip", 2: "lucky_13", 3: "rolled_gold", 4: "barovian_boneyard", 5: "hags_haggle",
        6: "fireball", 7: "tiamat",
    }  # fmt: skip
    assert all(entry.game in GAMES for entry in TABLE.values())


@pytest.mark.rule("GEN-02", "GEN-03", "GEN-04", "GEN-05", "GEN-06", "GEN-07", "GEN-08")
@pytest.mark.parametrize(
    ("game", "decided_by", "opponent"),
    [
        ("tripledip", "chance", "players"),
        ("lucky_13", "skill and chance", "players"),
        ("rolled_gold", "chance", "house"),
        ("barovian_boneyard", "chance", "house"),
        ("hags_haggle", "chance", "house"),
        ("fireball", "skill", "players"),
        ("tiamat", "skill and chance", "players"),
    ],
)
def test_what_decides_a_game_and_against_whom_it_is_played(game: str, decided_by: str, opponent: str) -> None:
    [entry] = [entry for entry in TABLE.values() if entry.game == game]
    assert (entry.decided_by, entry.opponent) == (decided_by, opponent)
    note = str(help_note("Call somebody."))
    against = "house" if opponent == "house" else "other players"
    assert f"**{GAMES[game].title}** · {decided_by}, against the {against}" in note
    assert (
        "Skill: your decisions, or your speed, improve your chances. Chance: the rolls alone decide." in note
    )
    # games against the house may be played alone, the others take two
    assert GAMES[game].seats[0] == (1 if opponent == "house" else 2)


@pytest.mark.rule("GEN-R8")
@pytest.mark.parametrize(
    ("game", "options", "limits"),
    [
        ("tripledip", {}, (2, 8)),
        ("tripledip", {"nine_bells": True}, (1, 1)),
        ("lucky_13", {}, (2, 8)),
        ("lucky_13", {"blessings_of_the_tricksters": True}, (2, 6)),
        ("rolled_gold", {}, (1, 8)),
        ("barovian_boneyard", {}, (1, 8)),
        ("barovian_boneyard", {"storming_the_castle": True}, (2, 8)),
        ("hags_haggle", {}, (1, 8)),
        ("fireball", {}, (2, 8)),
        ("tiamat", {}, (2, 5)),
        ("tiamat", {"bahamut": True}, (4, 4)),
    ],
)
def test_how_many_may_play(game: str, options: dict[str, bool], limits: tuple[int, int]) -> None:
    sheet = GAMES[game]
    assert sheet.limits(sheet.parse_options(options)) == limits


@pytest.mark.rule("GEN-10")
@pytest.mark.parametrize("game", [entry.game for entry in TABLE.values()])
def test_without_a_word_from_the_host_a_game_is_played_without_variants(game: str) -> None:
    sheet = GAMES[game]
    [shown] = sheet.demonstrations(sheet.parse_options({}))
    assert (shown.title, shown.example) == (sheet.title, sheet.example)
    # of all that can be switched on, only what the hag does in her standard game is on
    switched_on = {name for name, value in sheet.parse_options({}).model_dump().items() if value is True}
    assert switched_on == ({"codes", "bargains"} if game == "hags_haggle" else set())


@pytest.mark.rule("GEN-11")
@pytest.mark.parametrize(
    ("game", "together"),
    [
        ("tripledip", ["annam_all_or_nothing", "machaes_golden_pot", "mordenkainens_madness"]),
        ("lucky_13", ["garls_gratuitous_gift", "tymoras_bold_blessing", "waukeens_winning_wealth"]),
        ("rolled_gold", ["acereraks_bane", "flying_snake_tax", "jarlaxles_charm", "dark_moon_heresy"]),
        ("barovian_boneyard", ["blinsky", "madam_eva", "wolves_in_the_woods", "storming_the_castle"]),
        ("fireball", ["cone_of_cold", "flame_strike", "wall_of_fire"]),
        ("tiamat", ["bahamut", "dracolich", "dueling_dragons"]),
    ],
)
def test_variants_that_do_not_contradict_each_other_go_together(game: str, together: list[str]) -> None:
    options = GAMES[game].parse_options(dict.fromkeys(together, True))
    shown = {rule.title for rule in GAMES[game].demonstrations(options)}
    assert shown == {GAMES[game].options.model_fields[name].title for name in together}


@pytest.mark.rule("GEN-R5")
@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("tripledip", "nine_bells", "annam_all_or_nothing"),
        ("tripledip", "nine_bells", "machaes_golden_pot"),
        ("tripledip", "nine_bells", "mordenkainens_madness"),
        ("lucky_13", "blessings_of_the_tricksters", "garls_gratuitous_gift"),
        ("lucky_13", "blessings_of_the_tricksters", "brandobaris_little_luck"),
        ("lucky_13", "blessings_of_the_tricksters", "leiras_dice_deception"),
        ("lucky_13", "blessings_of_the_tricksters", "masks_shadow_swindle"),
        ("lucky_13", "blessings_of_the_tricksters", "tymoras_bold_blessing"),
        ("lucky_13", "blessings_of_the_tricksters", "waukeens_winning_wealth"),
        ("rolled_gold", "vault_of_dragons", "red_wizards_duel"),
        ("barovian_boneyard", "vistani_stowaway", "wolves_in_the_woods"),
        ("barovian_boneyard", "vistani_stowaway", "storming_the_castle"),
        ("fireball", "evocation_overchannel", "flame_strike"),
        ("fireball", "evocation_overchannel", "meteor_swarm"),
        ("fireball", "meteor_swarm", "flame_strike"),
        ("fireball", "meteor_swarm", "cone_of_cold"),
        ("fireball", "meteor_swarm", "wall_of_fire"),
    ],
)
def test_pairs_that_contradict_each_other_are_refused_with_a_reason(game: str, one: str, other: str) -> None:
    with pytest.raises(BadOptions, match=r"\.$"):
        GAMES[game].parse_options({one: True, other: True})
    for alone in (one, other):
        GAMES[game].parse_options({alone: True})


@pytest.mark.rule("GEN-R5")
def test_meteor_swarm_is_a_spell_of_its_own() -> None:
    with pytest.raises(BadOptions, match="Meteor Swarm"):
        GAMES["fireball"].parse_options({"meteor_swarm": True, "at_higher_levels": 9})


@pytest.mark.rule("GEN-13", "GEN-R6")
@pytest.mark.parametrize("game", [entry.game for entry in TABLE.values()])
def test_every_variant_can_be_shown_in_a_sentence_with_one_example(game: str) -> None:
    sheet = GAMES[game]
    fields = sheet.options.model_fields
    for name, field in fields.items():
        if field.annotation is not bool:
            continue
        extra = field.json_schema_extra
        assert isinstance(extra, dict), f"{game}.{name} has no example"
        rule, example = field.description, extra["shows"]
        assert isinstance(rule, str)
        assert isinstance(example, str)
        assert rule.endswith(".")
        assert example.endswith((".", "!"))
        construct: Any = sheet.options.model_construct
        changed = construct(**{name: not field.default})
        assert [(shown.title, shown.rule, shown.example) for shown in sheet.demonstrations(changed)] == [
            (field.title, rule, example)
        ]


MEANINGS = {
    "result": "face.* after a roll", "wager": "any bet", "stake": "bet in one game",
    "wager dice": "roll, and lose if you lose",
    "payout": "win from the house", "odds": "win for the size of your wager", "pot": "lost wager dice.* for the winner",
    "bust": "lose by going over a target", "buy in": "bet you have to make before",
    "double or nothing": "cancels or doubles an earlier loss",
    "house": "the casino", "player": "anyone who plays, except the house",
    "dealer": "hands out the cards.* a casino dealer, or the players in turn", "VIP": "guest the house values",
    "tray": "where you roll gembones",
    "variant": "twist on how you play or win", "order of play": "step by step", "probability": "how likely",
}  # fmt: skip
"""The booklet's words by rule, GEN-15 to GEN-19, each with what its meaning has to say."""


@pytest.mark.rule("GEN-15", "GEN-16", "GEN-17", "GEN-18", "GEN-19")
def test_what_the_words_mean() -> None:
    assert WORDS.keys() == MEANINGS.keys()
    for word, meaning in MEANINGS.items():
        assert re.search(meaning, WORDS[word]), word


@pytest.mark.rule("GEN-09", "GEN-15", "GEN-16", "GEN-17", "GEN-18", "GEN-19", "GEN-20", "GEN-R7")
def test_the_words_and_the_content_warning_are_in_the_help() -> None:
    assert {*WORDS} == {
        "result", "wager", "stake", "wager dice", "payout", "odds", "pot", "bust", "buy in", "double or nothing",
        "house", "player", "dealer", "VIP", "tray", "variant", "order of play", "probability",
    }  # fmt: skip
    [container] = help_note("Call 555.")["components"]
    note = " ".join(part.get("content", "") for part in container["components"])
    assert len(note) <= 4000
    for word, meaning in WORDS.items():
        assert f"*{word}*: {meaning}" in note
    assert "play money" in note
    assert "Call 555." in note
    assert (
        "Skill: your decisions, or your speed, improve your chances. Chance: the rolls alone decide." in note
    )
    assert "/my limits" in note


@pytest.mark.rule("PTS-07", "PTS-09")
def test_the_help_says_for_whom_points_are_and_when_quick_and_when_full() -> None:
    note = str(help_note(""))
    assert "for points instead of gembones, which suits friends in different places" in note
    assert "Quick lets you try them all in an evening, full is an evening of one game." in note


@pytest.mark.rule("PTY-04", "PTY-X1", "PTY-01", "PTY-02", "PTY-03", "PTY-R1")
def test_the_party_list_has_exactly_these_five() -> None:
    assert {(party.game.key, party.option): party.against for party in party_variants()} == {
        ("tripledip", "machaes_golden_pot"): GUEST,
        ("lucky_13", "blessings_of_the_tricksters"): GUEST,
        ("rolled_gold", "red_wizards_duel"): "dealer",
        ("barovian_boneyard", "storming_the_castle"): "dealer",
        ("tiamat", "bahamut"): GUEST,
    }
    note = str(party_note())
    assert note.count("- **") == 5
    assert "Rather not play against each other? Here you play together" in note
    assert note.count("the party against the dealer") == 2
    assert note.count("with a seat for a guest") == 3
    for line in ("Tripledip with Machae's Golden Pot", "Lucky No. 13 with Blessings of the Tricksters",
                 "Rolled Gold with Red Wizards Duel", "Barovian Boneyard with Storming the Castle",
                 "Tiamat with Bahamut"):  # fmt: skip
        assert line in note.replace('\\"', '"')
    assert "Hag's" not in note
    assert "FIREBALL" not in note


def test_variants_with_a_seat_for_a_guest_have_one_to_play_it() -> None:
    for party in party_variants():
        assert (GUEST in party.game.policies) == (party.against == GUEST)
