"""The picture of a table: whole for every game, readable on a phone, equal for equal tables, silent about secrets."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

import pytest
from msgspec import structs

from bot.face.art import pieces, sprites
from bot.face.art.drawing import LEAST_TEXT, MOST_BYTES, TALL, WIDE, Drawing, Stamp, Words
from bot.face.art.pieces.cards import card_svg
from bot.face.table.facts import SeatFacts, facts_of, renderer_of
from bot.language import ENGLISH, LANGUAGES, _, speaking
from bot.tables.kinds import TableKind
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui.components import MOST_ALT
from cogs.ui.pictures import plates, tray
from cogs.ui.pictures.alt_text import alt_text
from cogs.ui.pictures.decision import decision_of
from cogs.ui.pictures.lobby_poster import gathering_of
from cogs.ui.pictures.table_picture import picture_of
from cogs.ui.pictures.tray import in_order
from db.backend.names import Name
from games.engine import RAIL, Header, Line, Match, Seed
from games.engine.scene import Trick, Zone
from games.gembones.hags_haggle.codes import CODES
from games.registry import GAMES
from games.tavern.decks.builtin import BUILT_IN
from tests.cogs.ui.test_painted_secrets import view_of
from tests.games.test_secrecy import PAINTED_EVERY, compared
from tests.helpers.random_matches import luck_of, play, random_header

WORST = (
    "Ægir-the-Unreasonably-Long-Named",
    "深夜のサイコロ王国と仲間たち",
    "🎲✨Lucky✨🎲",
    "محمد عبد الرحمن الطويل",
    "ที่รักของฉัน",
    "Ñandú",
    "שלום־הגדול",
    "अनुष्का शर्मा",
    "xX_D4rkL0rd_Xx_the_second_of_his",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
"""Names of up to 32 letters in many scripts."""
SHORT = ("Ann", "Bob", "Cid", "Dot", "Eve", "Old Marn", "Grub", "Widow Pell", "Hal", "Tam the Tinker")
"""Names as people have them."""


def header(key: str, seats: int, **options: Any) -> Header:
    """A match of so many seats with the game's usual options, as far as the game takes so many."""
    game = GAMES[key]
    if key == "adventurers_choice":
        options = {"length": "rounds", "rounds": 1, **options}
    fewest, most = game.limits(game.parse_options(options))
    ring = tuple(range(max(fewest, min(seats, most))))
    stakes = dict.fromkeys(ring, 50) if game.money_kind(game.parse_options(options)) == "pieces" else {}
    facts = {seat: {"purse": 50} for seat in stakes}
    return Header(key, game.version, options, ring, Seed("seen", 1, ("salt",)), stakes, {}, facts)


def moments(key: str, seats: int = 4, most: int = 60) -> Iterator[Match]:
    """A random match, before each of its first answers."""
    yield from islice(play(Match(GAMES[key], header(key, seats)), luck_of("seen", key, seats)), most)


def renamed(view: TableView, names: Sequence[str]) -> TableView:
    """The same table with other names."""
    seats = {
        number: Seat(number, Name(names[at]), seat.user_id, seat.member, seat.stake)
        for at, (number, seat) in enumerate(view.table.seats.items())
    }
    return structs.replace(view, table=replace(view.table, seats=seats))


def written(drawing: Drawing) -> list[Words]:
    """All the words of a drawing."""
    return [part for part in drawing.parts if isinstance(part, Words)]


def reach(words: Words) -> tuple[float, float]:
    """Where some words begin and end."""
    wide = pieces.length(words.text, words.size, bold=words.bold, serif=words.serif)
    left = words.x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[words.anchor]
    return left, left + wide


def check(view: TableView) -> Drawing:
    """The picture of a table, which is there, can be read, and lies within its edges."""
    found = picture_of(view)
    assert found is not None
    drawing = found.drawing
    assert 300 <= drawing.tall <= TALL
    assert drawing.wide == WIDE
    assert 0 < len(found.alt) <= MOST_ALT
    for words in written(drawing):
        left, right = reach(words)
        assert words.size >= LEAST_TEXT
        assert left >= 0, words
        assert right <= WIDE, words
        assert 0 < words.y <= drawing.tall, words
    return drawing


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_is_drawn_for_everyone_at_every_moment(key: str, seats: int) -> None:
    for step, match in enumerate(moments(key, seats)):
        for viewer in (match.header.ring[0], RAIL) if step % 3 == 0 else ():
            check(renamed(view_of(match, viewer), WORST))


def box(words: Words) -> tuple[float, float, float, float]:
    """The box of the capitals and digits of some words."""
    left, right = reach(words)
    return left, words.y - 0.72 * words.size, right, words.y


def common(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> tuple[float, float, float, float] | None:
    """The part that two boxes have in common, if it is more than a rim."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if right - left > 3 and bottom - top > 3 else None


BET = re.compile(r'<rect x="0" y="0" width="[0-9.]+" height="40" rx="20"')
"""How the stamp of a bet begins."""


def frame(part: Stamp, less: float = 0) -> tuple[float, float, float, float]:
    """The box of a stamp, smaller by so much at each side."""
    return part.x + less, part.y + less, part.x + part.width - less, part.y + part.height - less


def is_central(part: Stamp) -> bool:
    """Whether a stamp is a card or die between the seats at both sides."""
    return (
        part.svg.startswith("<g transform") and 250 < part.x + part.width / 2 < 530 and 200 < part.y + 6 < 320
    )


def covered(drawing: Drawing) -> list[str]:
    """The words of a drawing that something drawn later covers by more than a tenth, and by what."""
    found = []
    for at, words in enumerate(drawing.parts):
        if not isinstance(words, Words):
            continue
        left, top, right, bottom = mine = box(words)
        for later in drawing.parts[at + 1 :]:
            if isinstance(later, Words):
                if common(mine, box(later)) is not None:
                    found.append(f"{words.text!r} by {later.text!r}")
                continue
            over = common(mine, (later.x, later.y, later.x + later.width, later.y + later.height))
            if over is None:
                continue
            sprite = sprites.sprite(later.svg, later.width, later.height)
            part = sprite.convert("RGBA").getchannel("A")
            x, y = round(later.x), round(later.y)
            dense = part.crop(
                (round(over[0]) - x, round(over[1]) - y, round(over[2]) - x, round(over[3]) - y)
            )
            if sum(dense.histogram()[100:]) > (right - left) * (bottom - top) / 10:
                found.append(f"{words.text!r} by {later.svg[:60]}")
    return found


@pytest.mark.parametrize(
    ("seats", "language"),
    [*((seats, ENGLISH) for seats in (4, 5, 6, 8, 9, 10)), *((6, each) for each in ("de", "fr", "es", "pl"))],
)
@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_covers_words(key: str, seats: int, language: str) -> None:
    with speaking(language):
        for step, match in enumerate(moments(key, seats, most=100 if key == "tavern" else 60)):
            for viewer in (match.header.ring[0], RAIL) if step % 8 == 0 else ():
                found = picture_of(renamed(view_of(match, viewer), SHORT))
                assert found is not None
                assert covered(found.drawing) == []


@pytest.mark.parametrize("seats", [3, 5, 6, 7, 8])
def test_no_bet_covers_a_card_in_the_middle(seats: int) -> None:
    looked_at = 0
    for match in moments("three_kingdoms", seats):
        for viewer in (match.header.ring[0], RAIL):
            found = picture_of(view_of(match, viewer))
            assert found is not None
            parts = [part for part in found.drawing.parts if isinstance(part, Stamp)]
            bets = [part for part in parts if BET.match(part.svg)]
            cards = [part for part in parts if is_central(part)]
            looked_at += len(bets)
            # a leaning card is smaller than its box
            assert not [
                bet for bet in bets for card in cards if common(frame(bet), frame(card, 6)) is not None
            ]
    assert looked_at


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_picture_depends_only_on_what_its_viewer_may_see(key: str) -> None:
    times = compared(
        key, lambda match, viewer: picture_of(view_of(match, viewer)), 1, every=PAINTED_EVERY.get(key, 1)
    )
    assert times >= 4


@pytest.mark.parametrize("key", ["the_wheel", "tavern", "barovian_boneyard"])
def test_equal_tables_have_equal_pictures_in_small_files(key: str) -> None:
    *_, match = moments(key, 4, most=12)
    for viewer in (match.header.ring[0], RAIL):
        one, other = picture_of(view_of(match, viewer)), picture_of(view_of(match, viewer))
        assert one is not None
        assert other is not None
        assert one == other
        assert hash(one.drawing) == hash(other.drawing)
        assert one.drawn() == other.drawn()
        assert one.drawn().startswith(b"\x89PNG")
        assert len(one.drawn()) <= MOST_BYTES


def test_random_options_are_drawn_too() -> None:
    for key in sorted(GAMES):
        luck = luck_of("options", key)
        for steps, match in enumerate(play(Match(GAMES[key], random_header(GAMES[key], luck)), luck)):
            if steps % 7 == 0:
                check(view_of(match, RAIL))
                check(view_of(match, match.header.ring[0]))
            if steps > 60:
                break


def asked(match: Match) -> int:
    """The seat that is asked."""
    return next(ask.seat for ask in match.open.values() if not ask.answered)


def rogues_after(*answers: Any) -> Match:
    """Two cards each at a table of three, after some answers."""
    match = Match(GAMES["rogues_and_warriors"], header("rogues_and_warriors", 3))
    for answer in answers:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, answer)
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plate_has_room_for_what_its_seat_has_rolled(language: str) -> None:
    told = set()
    with speaking(language):
        for match in moments("tripledip", 5):
            picture = picture_of(renamed(view_of(match, RAIL), SHORT))
            assert picture is not None
            told |= {part.text for part in written(picture.drawing)}
        assert _("dubs {point}").format(point=1) in told
    # below the plates it says who is thinking …
    assert [words for words in told if words.endswith("…") and not any(name in words for name in SHORT)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["tavern", "the_wheel", "adventurers_choice"])
def test_what_has_happened_is_not_cut(key: str, language: str) -> None:
    with speaking(language):
        pictures = [picture_of(renamed(view_of(match, RAIL), SHORT)) for match in moments(key, most=200)]
    # some cards have dots of their own at the end of their title
    dotted = [
        (part.text, " ".join(each.alt.split()))
        for each in pictures
        if each is not None
        for part in written(each.drawing)
        if part.y < 57 and part.text.endswith("…")
    ]
    assert [words for words, aloud in dotted if words not in aloud] == []


def test_what_a_colon_introduces_is_told() -> None:
    with speaking("de"):
        picture = picture_of(view_of(next(moments("hags_haggle")), RAIL))
    assert picture is not None
    assert written(picture.drawing)[0].text.startswith("In diesem Spiel: ihre zwei ")


def test_a_card_stands_up_while_its_spoke_is_asked_for() -> None:
    for match in moments("the_wheel"):
        ask = next((ask for ask in match.open.values() if ask.prompt.kind == "spoke"), None)
        if ask is not None:
            view = view_of(match, ask.seat)
            held = decision_of(view, renderer_of(view), {}).held
            assert [each.item for each in held if each.gold] == [ask.prompt.says["card"]]
            parts = tray.tray(decision_of(view, renderer_of(view), {}))
            scores = [part.y for part in parts if isinstance(part, Words) and part.text.isdecimal()]
            cards = [part for part in parts if isinstance(part, Stamp) and 80 < part.height < 160]
            ends = max((part.y + part.height for part in cards if part.y < tray.TOP + 40), default=0)
            if scores:
                assert ends <= min(scores) - 12
                return
    raise AssertionError("no spoke was asked for beside a hand with scores")


def test_no_die_of_a_panel_covers_another() -> None:
    piles = (
        Zone("keep", 1, ("d6:1",), (), "row"),
        Zone("dice", 1, ("d6:5", "d6:2", "d6:6", "d6:4"), (), "row"),
    )
    seat = SeatFacts(1, "Ann", piles=piles)
    view = view_of(next(moments("threes", 10)), RAIL)
    parts = plates.panel(facts_of(view, renderer_of(view)), seat, 44, 100, 336, 56)
    middles = sorted(part.x + part.width / 2 for part in parts if isinstance(part, Stamp) and part.x > 200)
    assert len(middles) == 5
    assert all(right - left >= 24 for left, right in itertools.pairwise(middles)), middles


def test_a_dot_in_a_name_ends_no_sentence() -> None:
    names = ("Maximilian K.", "Dr. Bob", "Mr. T.", "Dot")
    match = rogues_after("check")
    [doer] = [event.values["seat"] for event in match.events if event.kind == "checks"]
    picture = picture_of(renamed(view_of(match, RAIL), names))
    assert picture is not None
    told = [part.text for part in written(picture.drawing)]
    assert told[0] == f"{names[doer]} checks"


def test_long_scores_leave_no_seat_out_of_the_words() -> None:
    """After a cycle each seat tells its points card by card, which is more than Discord takes of all of them."""
    view = renamed(view_of(next(moments("conclave_of_wyrms")), 0), SHORT)
    facts = facts_of(view, renderer_of(view))
    scored = "+315 in cycle 3: 0 for the prediction, " + ", ".join(["flight of wyrms in red +25"] * 12)
    words = alt_text(facts._replace(seats=tuple(seat._replace(low=scored) for seat in facts.seats)), None)
    assert words.count("+315 in cycle 3: 0 for the prediction") == len(facts.seats)
    assert [name for name in SHORT[1:4] if name not in words] == [], words


def test_the_title_of_a_narrow_card_is_divided_and_never_cut() -> None:
    for width in (92, 100, 112, 148):
        found = pieces.titled_card(0, 0, width, 152, "Gambling? I'm in!", "gambling.action")
        told = [part.text for part in found if isinstance(part, Words)]
        assert "…" not in "".join(told)
        assert "".join(told).replace("-", "").startswith("Gambling?"), told
    found = pieces.titled_card(0, 0, 98, 152, "Who left that valve open, and why?", "gambling.action")
    lines = [part for part in found if isinstance(part, Words)]
    assert " ".join(part.text for part in lines) == "Who left that valve open, and why?"
    assert max(part.y for part in lines) < 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_of_the_tavern_loses_the_end_of_its_title(language: str) -> None:
    """Also beside six others and one that can't be played, and no two cards of a deck are called the same there."""
    cut, called = [], dict[tuple[str, str], list[str]]()
    with speaking(language):
        for key, card in BUILT_IN.cards.items():
            title, short = _(card.title), _(card.short) if card.short else ""
            found = pieces.titled_card(0, 0, 93, 152, title, f"tavern.{card.types[0]}", short=short)
            shown = "".join(part.text for part in found if isinstance(part, Words))
            whole = [sum(map(str.isalnum, each)) for each in (title, short)]
            if sum(map(str.isalnum, shown)) not in whole:
                cut.append((key, shown))
            called.setdefault((card.deck, shown), []).append(key)
    assert cut == []
    assert {shown: keys for shown, keys in called.items() if len(keys) > 1} == {}


def test_a_short_title_is_written_larger_than_a_long_one() -> None:
    sizes = {}
    for title in ("I raise!", "Oh, I guess the Wench can stay with us"):
        found = pieces.titled_card(0, 0, 98, 152, title, "gambling.action")
        words = [part for part in found if isinstance(part, Words)]
        sizes[title] = {part.size for part in words}
        assert max(part.y for part in words) < 150
    assert [*sizes.values()] == [{27}, {LEAST_TEXT}]


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("Odrastająca", ["Odrasta-", "jąca"]),
        ("Wygrana", ["Wy-", "grana"]),
        ("Würfelwurf", ["Würfel-", "wurf"]),
        ("Apostadores", ["Aposta-", "dores"]),
        ("Embarrassant", ["Embar-", "rassant"]),
    ],
)
def test_a_word_is_divided_between_syllables(word: str, lines: list[str]) -> None:
    found = pieces.titled_card(0, 0, 92, 152, word, "gambling.action")
    assert [part.text for part in found if isinstance(part, Words)] == lines


def test_the_price_of_staying_in_is_large_and_its_prize_beside_it() -> None:
    match = rogues_after(12)
    found = picture_of(view_of(match, asked(match)))
    assert found is not None
    said = {words.text: words.size for words in written(found.drawing)}
    assert said["12 to call"] >= 50
    # the antes of three, the bet, and the same again
    assert "to win 15 · you have 49" in said
    assert "12 to call to win 15 · you have 49" in found.alt
    poster = picture_of(view_of(match, RAIL))
    assert poster is not None
    assert any(words.text.endswith("thinks: 12 to call") for words in written(poster.drawing))


def test_nobody_is_told_to_pay_more_than_they_have() -> None:
    match = rogues_after(49)
    found = picture_of(view_of(match, asked(match)))
    assert found is not None
    assert "49 to call (all in)" in found.alt


def test_a_folded_seat_says_so() -> None:
    match = rogues_after(5, "fold")
    drawing = check(view_of(match, RAIL))
    assert "folded" in {words.text for words in written(drawing)}


def test_the_time_left_is_a_ring_that_changes_in_quarters_only() -> None:
    match = rogues_after()
    view, seat = view_of(match, RAIL), asked(match)
    [ask] = [ask.id for ask in match.open.values() if ask.seat == seat]
    full, half = (picture_of(structs.replace(view, time_left={ask: share})) for share in (1.0, 0.5))
    assert full != half
    assert full == picture_of(view)


def test_the_host_may_turn_pictures_off() -> None:
    view = view_of(rogues_after(), RAIL)
    off = view.table.settings.model_copy(update={"pictures": False})
    assert picture_of(structs.replace(view, table=replace(view.table, settings=off))) is None


def test_while_cards_turn_up_the_picture_tells_no_end() -> None:
    match = rogues_after(5, "fold", "fold")
    found = picture_of(structs.replace(view_of(match, RAIL), revealing=True))
    assert found is not None
    assert "takes" not in found.alt


def gathering(seats: int) -> TableView:
    """A table that gathers."""
    match = Match(GAMES["rogues_and_warriors"], header("rogues_and_warriors", seats))
    view = view_of(match, RAIL)
    return structs.replace(view, scene=None, table=replace(view.table, phase="lobby"))


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_a_lobby_shows_who_is_in_and_where_to_sit(seats: int) -> None:
    view = gathering(seats)
    drawing = check(view)
    texts = [words.text for words in written(drawing)]
    free = gathering_of(view, renderer_of(view)).free
    assert free == 10 - seats
    assert texts.count("sit here") == min(free, 3, max(1, 6 - seats)), "up to six are evenly round the table"
    assert {f"Player {seat}" for seat in range(seats)} <= set(texts)
    found = picture_of(view)
    assert found is not None
    assert "Player 0" in found.alt
    assert "50 pieces" in found.alt


class Rounds(TableKind):
    """A table as a tournament has it: nobody hosts it."""

    hosted: ClassVar[bool] = False


def test_the_poster_of_a_table_without_a_host_offers_no_seat() -> None:
    view = gathering(4)
    rounds = structs.replace(view, table=replace(view.table, kind=Rounds()))
    found = picture_of(rounds)
    assert found is not None
    assert "sit here" not in [words.text for words in written(found.drawing)]
    assert "Four are in, every seat is taken. About 3 minutes. The next match starts by itself." in found.alt


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_lobby_has_the_emblem_of_its_game(key: str) -> None:
    match = Match(GAMES[key], header(key, 3))
    view = view_of(match, RAIL)
    gathering = structs.replace(view, scene=None, table=replace(view.table, phase="lobby"))
    check(gathering)
    assert GAMES[key].emblem
    found = picture_of(gathering)
    assert found is not None
    words = [part.text for part in found.drawing.parts if isinstance(part, Words)]
    assert any(GAMES[key].pitch.startswith(line) and len(line) > 20 for line in words), "no cut word"


def test_what_is_laid_out_so_far_is_drawn() -> None:
    match = Match(GAMES["city_square"], header("city_square", 2))
    seat = asked(match)
    [ask] = [ask.id for ask in match.open.values() if ask.seat == seat]
    view = view_of(match, seat)
    before, after = picture_of(view), picture_of(view, {ask: [[0, 0], [1, 0]]})
    assert before is not None
    assert after is not None
    assert before.drawing != after.drawing
    assert "Laid out" in after.alt


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_cards_of_those_who_sit_round_are_within_the_picture(seats: int) -> None:
    match = next(moments("rogues_and_warriors", seats))
    drawn = picture_of(view_of(match, RAIL))
    assert drawn is not None
    small = [part for part in drawn.drawing.parts if isinstance(part, Stamp) and part.width < 100]
    assert small
    # the box of a leaning card is larger than the card
    assert all(-8 <= part.x <= WIDE - part.width + 8 for part in small)


def test_a_sentence_within_a_question_keeps_its_distance() -> None:
    said = renderer_of(view_of(rogues_after(), RAIL)).render(
        "{so_far:line}Keep which dice?", {"so_far": Line("Your Keep counts 8 so far. ", {})}
    )
    assert said == "Your Keep counts 8 so far. Keep which dice?"


def drawn_at(drawing: Drawing, shape: str) -> list[Stamp]:
    """The stamps of a drawing with that shape in them."""
    return [part for part in drawing.parts if isinstance(part, Stamp) and shape in part.svg]


def test_an_empty_table_shows_what_stands_for_its_game() -> None:
    match = next(moments("tiamat", 3))
    found = picture_of(view_of(match, RAIL))
    assert found is not None
    for key in GAMES["tiamat"].emblem:
        assert drawn_at(found.drawing, card_svg(key, 88))


def test_a_trick_that_is_played_is_the_news() -> None:
    for match in moments("conclave_of_wyrms", 3, most=40):
        view = view_of(match, RAIL)
        assert view.scene is not None
        trick = next((block for block in view.scene.blocks if isinstance(block, Trick)), None)
        if trick is not None and trick.played:
            found = picture_of(view)
            assert found is not None
            assert " plays " in found.alt.partition(".")[0]
            return
    pytest.fail("no card was played")


def test_words_that_lie_on_a_table_are_written_out() -> None:
    found = picture_of(view_of(next(moments("hags_haggle", 3)), RAIL))
    assert found is not None
    told = " ".join(words.text for words in written(found.drawing))
    scene = view_of(next(moments("hags_haggle", 3)), RAIL).scene
    assert scene is not None
    code = next(block for block in scene.blocks if isinstance(block, Zone) and block.name == "code")
    assert code.items[0] in told


def test_none_of_the_words_that_lie_on_a_table_are_cut() -> None:
    view = view_of(next(moments("hags_haggle", 3)), RAIL)
    assert view.scene is not None
    for words in CODES.values():
        blocks = [
            block._replace(items=(words,)) if isinstance(block, Zone) and block.name == "code" else block
            for block in view.scene.blocks
        ]
        found = picture_of(structs.replace(view, scene=view.scene._replace(blocks=tuple(blocks))))
        assert found is not None
        assert words in " ".join(each.text for each in written(found.drawing))


def test_the_rank_of_a_covered_card_is_in_its_free_part() -> None:
    covered, free = card_svg("red.7", 90, 40), card_svg("red.7", 90)
    assert covered != free
    assert 'x="20' in covered
    assert 'x="45' in free


def test_the_name_of_a_small_pile_beside_a_large_one_is_not_cut() -> None:
    told: set[str] = set()
    for match in moments("conclave_of_wyrms", 4, most=60):
        for viewer in (0, RAIL):
            told |= {words.text for words in written(check(view_of(match, viewer)))}
    assert {"dominant", "last gathering"} <= told
    assert not any(words.startswith("domin") and words.endswith("…") for words in told)


def test_a_poster_tells_nobody_that_it_is_their_turn() -> None:
    for match in moments("dragon_hordes"):
        shown = [each.text for each in written(check(view_of(match, RAIL)))]
        assert not any(each.startswith("Your turn") for each in shown), shown


def test_a_question_is_large_and_what_else_it_tells_below_it() -> None:
    match = rogues_after()
    words = {each.text: each for each in written(check(view_of(match, asked(match))))}
    assert words["Nobody has bet"].size > words["You have 49 left"].size
    assert words["Nobody has bet"].y < words["You have 49 left"].y


@pytest.mark.parametrize(
    ("words", "lead", "rest"),
    [
        ("Nobody has bet. You have 49 left", "Nobody has bet", "You have 49 left"),
        (
            "You have 6; the best so far is 0. Roll or stop?",
            "Roll or stop?",
            "You have 6; the best so far is 0",
        ),
        ("Roll three g4s? At worst you lose them all", "Roll three g4s?", "At worst you lose them all"),
        ("Dice in your tray: 1. Add another?", "Add another?", "Dice in your tray: 1"),
        ("Swap up to 2 cards", "Swap up to 2 cards", ""),
        ("", "", ""),
    ],
)
def test_of_several_sentences_the_one_that_asks_leads(words: str, lead: str, rest: str) -> None:
    assert in_order(words) == (lead, rest)


def test_a_hand_tells_its_owner_what_is_left_of_their_lives() -> None:
    matches = (
        match
        for number in range(20)
        for match in islice(play(Match(GAMES["tiamat"], header("tiamat", 3)), luck_of("lives", number)), 12)
    )
    held = (
        match
        for match in matches
        if any(zone.owner == 0 and zone.name == "hand" and zone.items for zone in match.scene(0).every(Zone))
    )
    below = [each.text for each in written(check(view_of(next(held), 0))) if each.y > tray.TOP]
    assert any(each.startswith("life: ") for each in below), below
