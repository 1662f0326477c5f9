"""Every game's lesson, played to its end by the controls that it shows and points at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.face.help.lesson_step import LessonStep, lesson_step
from bot.face.help.texts import LESSON
from cogs.lessons.lesson_button import DO, PREFIX, STOP
from cogs.lessons.painter import NAME, lesson_message, lesson_picture, take
from cogs.ui import custom_ids
from cogs.ui.components import Json
from cogs.ui.custom_ids import Kind
from cogs.ui.help.pointing import point
from cogs.ui.pictures.table_picture import picture_of
from games.engine import Answer
from games.primers import LEARNER, Lesson, LessonFault, Step, find_primer
from games.registry import GAMES
from tests.test_voice import faults

NEVER_OVER = {"tavern", "burn_my_village"}
"""Games so long that their lesson ends before them."""
LONGEST = 8
"""Steps of a lesson: about a minute or two."""


def at(key: str, step: int = 0) -> LessonStep:
    now = lesson_step(GAMES[key], step, "Ann")
    assert now is not None, f"{key} has no lesson: a [lesson] in its primer.toml"
    return now


def controls(node: Any) -> Iterator[Json]:
    if isinstance(node, dict):
        if "custom_id" in node:
            yield node
        for value in node.values():
            yield from controls(value)
    elif isinstance(node, list):
        for value in node:
            yield from controls(value)


def size(node: Any) -> tuple[int, int]:
    """Return the components of a message and the letters of its texts."""
    count = letters = 0
    if isinstance(node, dict):
        count += "type" in node and "value" not in node
        letters += len(node.get("content", ""))
        node = [node.get("components", []), node.get("accessory", [])]
    for each in node:
        more = size(each)
        count, letters = count + more[0], letters + more[1]
    return count, letters


def of_step(message: Json, now: LessonStep) -> list[str]:
    """Return what stands behind game and step in the custom ids of a message."""
    start = f"{PREFIX}:{now.game.key}:{now.step}:"
    ids = [each["custom_id"] for each in controls(message)]
    assert len(set(ids)) == len(ids)
    assert all(each.startswith(start) and len(each) <= 100 for each in ids), ids
    return [each.removeprefix(start) for each in ids]


def undone(message: Json, now: LessonStep) -> Json:
    """Return a message with the custom ids that the controls have at a table."""
    start = f"{PREFIX}:{now.game.key}:{now.step}:"
    return {
        "components": [
            {**each, "custom_id": each["custom_id"].removeprefix(start)} for each in controls(message)
        ]
    }


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_played_to_its_end_by_what_it_points_at(key: str) -> None:
    now, draft, presses = at(key), None, 0
    wanted_presses = list[str]()
    while not now.over:
        message = lesson_message(now, draft=draft)
        components, letters = size(message)
        assert components <= 40
        assert letters <= 4000
        assert message["flags"] & 64, "only its learner sees it"
        ids = of_step(message, now)
        assert {DO, STOP} <= set(ids)
        wanted = now.lesson.steps[now.step].answer
        pointer = point(undone(message, now), now.ask, draft, wanted)
        assert pointer is not None, f"step {now.step + 1}: nothing leads to {wanted}"
        assert pointer.custom_id in ids
        assert LESSON["unseen"] not in str(message)
        wanted_presses.append(pointer.label)
        taken = take(now, pointer.custom_id, [*pointer.values] or None)
        assert not taken.sentence
        presses += 1
        assert presses <= 4 * LONGEST
        if taken.done:
            now, draft = at(key, now.step + 1), None
        else:
            draft = taken.draft
    assert now.match.over == (key not in NEVER_OVER)
    end = lesson_message(now)
    assert size(end)[0] <= 40
    assert size(end)[1] <= 4000
    assert now.lesson.end in str(end).replace("\\'", "'")


@pytest.mark.parametrize("key", GAMES)
def test_the_learner_never_loses_a_lesson(key: str) -> None:
    now = at(key, len(at(key).lesson.steps))
    if now.match.result is None:
        assert key in NEVER_OVER
        return
    assert now.match.ending is not None
    mine = next(row for row in now.match.result.rows if row.seat == LEARNER)
    assert mine.place == 1 or any(n > 0 for n in mine.change.values())


@pytest.mark.parametrize("key", GAMES)
def test_any_other_press_gets_a_kind_sentence_and_changes_nothing(key: str) -> None:
    now = at(key)
    wanted = now.lesson.steps[0].answer
    message = lesson_message(now)
    right = point(undone(message, now), now.ask, None, wanted)
    assert right is not None
    for what in of_step(message, now):
        control = custom_ids.read(what)
        if what == right.custom_id or control is None or control.kind in (Kind.SELECT, Kind.STEP):
            continue
        taken = take(now, what, None)
        assert not taken.done
        assert taken.sentence in (LESSON["other"], LESSON["gone"])
        repainted = str(lesson_message(now, lead=taken.sentence))
        assert taken.sentence in repainted
        assert LESSON["head"].format(step=1, steps=len(now.lesson.steps)) in repainted
    assert not take(now, "p:0:0:999:1", None).done, "a question of another step"
    assert not take(now, "nonsense", None).done
    assert take(now, DO, None).done, "and the way out"


@pytest.mark.parametrize("key", GAMES)
def test_lessons_are_short_and_in_everyday_english(key: str) -> None:
    lesson = at(key).lesson
    assert 1 <= len(lesson.steps) <= LONGEST
    for text in (*(step.say for step in lesson.steps), lesson.end):
        assert faults(text) == []
        assert len(text) <= 420, text
    assert all("**" in step.say for step in lesson.steps), "each says in bold what to do"


WORDS, HIGH = 60, 640
"""The most words of a step, and pixels on a phone of 390."""
DRAWN, LINE, LETTERS, GAP = 270, 22, 38, 8
"""Pixels of a picture and of a line of text, the letters in a line, and the pixels between two parts."""
BUTTON_HIGH, WIDE = 34, 300


def words(message: Json) -> int:
    return sum(
        len(re.findall(r"\w[\w'’]*", part["content"])) for part in message["components"] if part["type"] == 10
    )


def high(message: Json) -> int:
    """Return about how high a message is on a phone: its picture, lines as they break there, rows as they wrap."""
    total = 0
    for part in message["components"]:
        if part["type"] == 12:
            total += DRAWN
        elif part["type"] == 10:
            total += sum(LINE * -(-max(len(line), 1) // LETTERS) for line in part["content"].split("\n"))
        elif part["type"] == 9:
            told = sum(LINE * -(-len(line) // 28) for line in part["components"][0]["content"].split("\n"))
            total += max(told, BUTTON_HIGH)
        else:
            used, lines = 0, 1
            for each in part["components"]:
                wide = WIDE if each["type"] == 3 else min(WIDE, 32 + 8 * len(each.get("label", "")))
                lines, used = (lines + 1, wide) if used and used + wide > WIDE else (lines, used + wide + GAP)
            total += lines * (BUTTON_HIGH + GAP)
        total += GAP
    return total


@pytest.mark.parametrize("key", GAMES)
def test_a_step_is_one_screen_of_a_phone_and_sixty_words(key: str) -> None:
    """Also halfway through a move that takes several presses."""
    for step in range(len(at(key).lesson.steps) + 1):
        now, draft = at(key, step), None
        while True:
            message = lesson_message(now, draft=draft, alt="The table.")
            assert words(message) <= WORDS, (step, words(message))
            assert high(message) <= HIGH, (step, high(message))
            if now.over:
                break
            wanted = now.lesson.steps[now.step].answer
            pointer = point(undone(message, now), now.ask, draft, wanted)
            assert pointer is not None
            taken = take(now, pointer.custom_id, [*pointer.values] or None)
            if taken.done:
                break
            draft = taken.draft


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_goes_with_a_picture_wherever_its_table_has_one(key: str) -> None:
    for step in range(len(at(key).lesson.steps) + 1):
        picture = lesson_picture(at(key, step), "Ann")
        if picture is None:
            continue
        assert picture.alt
        message = lesson_message(at(key, step), alt=picture.alt)
        [gallery] = [part for part in message["components"] if part["type"] == 12]
        assert gallery["items"][0]["description"] == picture.alt
        assert message["attachments"][0]["filename"] == NAME


def test_every_game_has_a_lesson() -> None:
    primers = {key: find_primer(game) for key, game in GAMES.items()}
    without = [key for key, primer in primers.items() if primer is None or primer.lesson is None]
    assert without == [], "a [lesson] in their primer.toml (docs/adding-a-game.md)"


def test_a_step_that_is_not_there_is_no_step() -> None:
    assert lesson_step(GAMES["threes"], 99, "Ann") is None


@pytest.mark.parametrize(
    ("kind", "answer", "then"),
    [("bet", "3", ()), ("keep", "3", ((1, "nothing"),)), ("keep", "3", ((5, "3"),))],
)
def test_a_lesson_that_does_not_fit_its_game_is_found_out(kind: str, answer: Answer, then: Any) -> None:
    broken = Lesson(["Marn"], [Step("", kind, answer, then)], "", rolls=[3] * 10, carry={"starter": 0})
    with pytest.raises(Exception, match=r"open|legal|asked|allowed|left") as found:
        broken.match_at(GAMES["threes"], 1)
    assert found.type.__name__ in ("LessonFault", "IllegalAnswer")


def test_a_press_that_leads_nowhere_is_a_fault_of_the_lesson() -> None:
    with pytest.raises(LessonFault):
        Lesson(["Marn"], [Step("", "dance", "3")], "", carry={"starter": 0}).match_at(GAMES["threes"], 0)


@pytest.mark.parametrize(("key", "step"), [("tavern", 0), ("tavern", 1), ("rogues_and_warriors", 1)])
def test_the_card_that_a_step_is_about_is_marked_in_the_picture(key: str, step: int) -> None:
    now = at(key, step)
    marked = lesson_picture(now, "Ann")
    plain = picture_of(now.view, where=f"step {step + 1} of {len(now.lesson.steps)}")
    assert marked is not None
    assert plain is not None
    assert marked.drawing != plain.drawing
