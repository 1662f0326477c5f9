"""A game on phones: one newcomer, or friends, from the lobby to the result, and what each question gives them to see.

Every member has a page of their own, and each of their questions is measured there: whether the hand panel is wholly in
sight, how high it is, its words and its controls. Members take a few seconds for a press, chat now and then where they
are several, and press anything but what ends the game; computer players keep their usual pace. Seeds are fixed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Browser

from benchmarks.words import words
from bot.tables.question_clocks import BotPacing
from playground import Message
from playground.world.clock import PATIENCE
from tests.browser.pictures import AVOID, EVENING, fixed_evening, shoot
from tests.e2e.conftest import Evening
from tests.helpers.browser_seat import PHONE, Visitor, Visitors
from tests.helpers.clicking import NAMES, Player

READS = 6.0
"""Seconds that a member takes for a press."""
STEP = 0.5
"""Seconds by which the clock goes on while others act."""
CHATS = 5
"""Presses after which somebody writes a line, at a table of several."""
LONGEST = 4 * 3600.0
"""Seconds after which a match is taken for endless."""
TAKEN = (1, 3, 8)
"""The questions of the first member of which pictures are saved."""
MOST_PANEL = 640.0
"""Pixels of a hand panel on a phone."""
MOST_CONTROLS, MOST_RESULT_CONTROLS = 5, 3
"""Controls of a message that asks something, and of a result."""

_FACT = re.compile(r"[^.]*\d[^.]*")
_BEGINNING = re.compile(r"[^,]*(, [^,:]*)?")
"""The first clauses of a sentence: where the words about a picture get too long, they leave out cards after these."""


class Question(NamedTuple):
    """A question, or a step of its answer, as its member's phone showed it."""

    number: int
    """The question's own, which all of its steps share."""
    in_sight: bool
    """True if the whole panel was on the screen."""
    height: float
    """Pixels of the panel; 0 if there was none."""
    panel: int
    """Words of the panel."""
    board: int
    """Words of the table message."""
    controls: int
    """Controls of the panel, or of the table message if that has more."""
    only_on_board: tuple[str, ...]
    """What only the table message told."""


class Ending(NamedTuple):
    """A result, as a member's phone showed it."""

    in_sight: bool
    """True if picture and headline were on the screen."""
    height: float
    words: int
    controls: int


@dataclass
class Walk:
    """All that one game showed the members at its table."""

    key: str
    people: int
    questions: list[Question] = field(default_factory=list)
    firsts: list[Question] = field(default_factory=list)
    """The first question of each member."""
    endings: list[Ending] = field(default_factory=list)
    presses: int = 0
    seconds: float = 0.0

    @property
    def faults(self) -> list[str]:
        """What a member would complain about, in words."""
        where = f"{self.key} with {self.people}"
        return [
            *(f"{where}: question {q.number} is out of sight" for q in self.questions if not q.in_sight),
            *(
                f"{where}: a panel of {q.height:.0f} px at question {q.number}"
                for q in self.questions
                if q.height > MOST_PANEL
            ),
            *(
                f"{where}: {q.controls} controls at question {q.number}"
                for q in self.questions
                if q.controls > MOST_CONTROLS
            ),
            *(
                f"{where}: only the table says {'; '.join(q.only_on_board)!r}"
                for q in self.questions
                if q.only_on_board
            ),
            *(f"{where}: a result is out of sight" for each in self.endings if not each.in_sight),
            *(
                f"{where}: a result of {each.height:.0f} px"
                for each in self.endings
                if each.height > MOST_PANEL
            ),
            *(
                f"{where}: {each.controls} controls below a result"
                for each in self.endings
                if each.controls > MOST_RESULT_CONTROLS
            ),
        ]


@dataclass
class Friend:
    """A member at a phone."""

    phone: Visitor
    player: Player
    asked: set[int] = field(default_factory=set)
    """The questions that were measured."""

    def open_question(self) -> int | None:
        """Return the question that is theirs to answer, if there is one."""
        table = self.player.evening.table(self.player.channel)
        seat = table.state.seat_of(self.player.person.id)
        if table.session is None or seat is None or table.live.reveal_until is not None:
            # before a result nobody is asked anything yet
            return None
        open_now = table.session.match.open.values()
        mine = (
            ask.id
            for ask in open_now
            if ask.seat == seat.number and not ask.answered and ask.prompt.clock != "none"
        )
        return next(mine, None)

    async def box(self, message: Message) -> dict[str, Any]:
        """Return where a message stands on the page, once the page shows it as it is now."""
        controls = [each.custom_id for each in message.buttons if each.custom_id]
        found = await self.phone.page.wait_for_function(
            BOX, arg=[str(message.id), controls], timeout=PATIENCE * 1000
        )
        box: dict[str, Any] = await found.json_value()
        return box


END = "(messages => { messages.scrollTop = messages.scrollHeight; })(document.getElementById('messages'))"
BOX = """
([id, controls]) => {
  const item = document.querySelector(`#messages > li[data-id="${id}"]`);
  if (!item) return null;
  const has = [...item.querySelectorAll("button[data-custom-id]")].map((each) => each.dataset.customId);
  if (controls.some((each) => !has.includes(each))) return null;
  const room = document.getElementById("messages").getBoundingClientRect();
  const box = item.getBoundingClientRect();
  const head = item.querySelector(".body .gallery img, .body .text");
  const first = item.querySelector(".body .text");
  const whole = (part) => {
    const edges = part.getBoundingClientRect();
    return edges.top >= room.top - 1 && edges.bottom <= room.bottom + 1;
  };
  return { height: box.height, whole: whole(item), headline: [head, first].every((part) => part && whole(part)) };
}
"""
"""Measures a message in the page; null until the page shows these controls of it."""


@dataclass
class Company:
    """The members at one table."""

    evening: Evening
    friends: list[Friend]
    walk: Walk
    folder: Path | None = None
    most: int | None = None
    taken: int = 0

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        return self.evening.table(self.friends[0].player.channel).session is None

    async def take(self, name: str, friend: Friend, message: Message) -> None:
        """Save a picture of a message and its surroundings."""
        if self.folder is not None:
            self.taken += 1
            shot = await shoot(friend.phone, message)
            shot.save(self.folder / f"{self.walk.key}-{self.walk.people}-{self.taken}-{name}.png")
            # the member looks on at the end of the chat
            await friend.phone.page.evaluate(END)

    async def sits_down(self) -> None:
        """Open a table and start its first match: alone with computer players, a pair with two of them."""
        evening, (host, *guests) = self.evening, self.friends
        opened = await host.player.person.slash(host.player.channel, "table open", game=self.walk.key)
        await evening.quiet()
        assert opened.message is not None
        await self.take("lobby", host, host.player.board)
        await self.take("welcome", host, opened.message)
        evening.clock.advance(READS)
        for guest in guests:
            await guest.player.press("Sit down")
            await evening.quiet()
        if not guests:
            await host.player.person.press(opened.message, "Start with computer players")
        else:
            for _ in range(2 if len(guests) == 1 else 0):
                await host.player.press("Add computer")
            await host.player.press("Start")
        await evening.quiet()

    async def plays(self) -> None:
        """Play the match, measuring every question of every member; then the result."""
        evening, clock = self.evening, self.evening.clock
        began = clock.now()
        while not self.is_over:
            assert clock.now() - began < LONGEST, f"{self.walk.key} does not end"
            asked = [friend for friend in self.friends if friend.open_question() is not None]
            for friend in asked:
                if friend.open_question() not in friend.asked:
                    await self.measure(friend)
            if not asked:
                clock.advance(STEP)
                await evening.quiet()
                continue
            friend = asked[0]
            if len(self.friends) > 1 and self.walk.presses % CHATS == CHATS - 1:
                # while somebody thinks, so that the next question comes below it
                await self.chats()
            clock.advance(READS / len(self.friends))
            await evening.quiet()
            number = friend.open_question()
            if number is None:
                continue
            await friend.player.acts(avoid=AVOID)
            self.walk.presses += 1
            await evening.quiet()
            if friend.open_question() == number:
                await self.measure(friend)
        clock.advance(READS)
        await evening.quiet()
        self.walk.seconds = clock.now() - began
        for friend in self.friends:
            await self.measure_ending(friend)

    async def chats(self) -> None:
        """Let one of them write a line, each in turn."""
        writer = self.friends[self.walk.presses // CHATS % len(self.friends)].player
        writer.person.say(writer.channel, "nicely done, I didn't see that coming")
        await self.evening.quiet()

    async def measure(self, friend: Friend) -> None:
        """Measure a question on its member's phone."""
        number = friend.open_question()
        assert number is not None
        first, new = not friend.asked, number not in friend.asked
        friend.asked.add(number)
        panel, board = friend.player.panel, friend.player.board
        box: dict[str, Any] = {"whole": False, "height": 0.0}
        is_measured = self.most is None or len(friend.asked) <= self.most
        if panel is not None:
            box = await friend.box(panel) if is_measured else {"whole": True, "height": 0.0}
        shown = Question(
            number,
            box["whole"],
            box["height"],
            words({"components": panel.components}) if panel is not None else 0,
            words({"components": board.components}),
            max(controls(panel) if panel is not None else 0, controls(board)),
            tuple(only_on_board(board, panel, friend.player.name)) if panel is not None else (),
        )
        self.walk.questions.append(shown)
        if first:
            self.walk.firsts.append(shown)
        if shown.height > MOST_PANEL and panel is not None:
            await self.take(f"too-high-{number}", friend, panel)
        if new and friend is self.friends[-1] and len(friend.asked) in TAKEN:
            await self.take("board", friend, board)
            if panel is not None:
                await self.take("panel", friend, panel)

    async def measure_ending(self, friend: Friend) -> None:
        """Measure the result on a member's phone."""
        panel, board = friend.player.panel, friend.player.board
        box = await friend.box(panel or board)
        self.walk.endings.append(
            Ending(
                box["headline"],
                box["height"],
                words({"components": (panel or board).components}),
                max(controls(panel) if panel is not None else 0, controls(board)),
            )
        )
        if friend in (self.friends[0], self.friends[-1]):
            await self.take("result", friend, board)
            await self.take("my-result", friend, panel or board)


def controls(message: Message) -> int:
    """Count the buttons and menus of a message."""
    return len(message.buttons) + len(message.selects)


def only_on_board(board: Message, panel: Message, owner: str) -> list[str]:
    """Return the facts, sentences with a number, in the picture of a table that a panel does not tell its owner.

    What it says of the owner stands in the panel in other words, and so does how many it waits for. Who else is asked
    too is no fact to decide by; a card that is hidden there may be known to the owner; and where the owner was the last
    to do something, the panel tells of that instead of what everyone else saw last.
    """
    pictures = descriptions(panel.components)
    known = " ".join([*pictures, panel.text])
    latest = any(words.startswith("You ") for words in pictures)
    told = (
        _BEGINNING.match(each.strip())[0].removesuffix(", to act")  # type: ignore[index]
        for text in descriptions(board.components)
        for each in _FACT.findall(text.partition(". ")[2] if latest else text)
    )
    return [
        each
        for each in told
        if each not in known
        and f"You:{each.partition(':')[2]}" not in known
        and owner not in each
        and not each.startswith("Waiting for")
        and not (each.endswith(" hidden") and each.partition(":")[0] in known)
    ]


def descriptions(parts: list[dict[str, Any]]) -> list[str]:
    """Return what the pictures among these components show, in words."""
    found = []
    for part in parts:
        found += [item.get("description") or "" for item in part.get("items", [])]
        found += descriptions(part.get("components", []))
    return found


async def walk(
    browser: Browser, key: str, people: int = 1, *, folder: Path | None = None, most: int | None = None
) -> Walk:
    """Let so many members play one match of a game, and return what they saw.

    Only the first `most` questions of each are measured on the page; words and controls always.
    """
    async with fixed_evening() as evening:
        evening.bot.registry.context.pacing = BotPacing()
        visitors = Visitors(browser, evening)
        friends = []
        for name in NAMES[:people]:
            phone = await visitors.open(name, PHONE, "dark")
            await phone.page.clock.set_fixed_time(EVENING)
            friends.append(Friend(phone, Player(evening, name, phone.channel)))
        company = Company(evening, friends, Walk(key, people), folder, most)
        await company.sits_down()
        await company.plays()
        for friend in friends:
            await friend.phone.leave()
        # a picture may have been replaced before the page had fetched it
        faults = [fault for fault in visitors.faults if "404" not in fault]
        assert faults == [], faults
    return company.walk
