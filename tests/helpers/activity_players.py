"""Members who play by what their page of the Activity shows, and nothing else."""

from __future__ import annotations

from typing import Any

from games.engine import Chance, Seed
from tests.helpers.activity_pages import Json, Page

MOST_TRIED = 40


class PagePlayer:
    """A member at a page. `luck` chooses what is pressed."""

    def __init__(self, name: str, page: Page) -> None:
        self.name, self.page = name, page
        self.luck = Chance(Seed(f"page {name}"))

    @property
    def asked(self) -> Json | None:
        """The question that this member answers next: the urgent ones first."""
        prompts = [prompt for prompt in self.page.view["prompts"].values() if prompt["given"] is None]
        urgent = [prompt for prompt in prompts if prompt["urgent"]]
        return urgent[0] if urgent else None

    async def acts(self) -> Json:
        """Answer the question, by any answer that the page offers."""
        await self.page.until(lambda: self.asked is not None)
        prompt = self.asked
        assert prompt is not None
        return await self.page.press(prompt["id"], self.answer(prompt))

    def answer(self, prompt: Json) -> Any:
        """Return an answer that the page would let its member give."""
        match prompt["kind"]:
            case "choose":
                return self._choose(prompt)
            case "pick":
                n = prompt["low"] + self.luck.below(prompt["high"] - prompt["low"] + 1)
                places = list(prompt["places"])
                self.luck.shuffle(places)
                return sorted(places[:n])
            case "place":
                return self._place(prompt)
            case _:
                return self._play_card(prompt)

    def _choose(self, prompt: Json) -> Any:
        answers = [each["answer"] for each in prompt["options"] if not each["gives_up"]]
        amount = prompt["amount"]
        if amount is not None:
            answers += amount["steps"] or [amount["low"]]
        return self.luck.choice(answers or [each["answer"] for each in prompt["options"]])

    def _place(self, prompt: Json) -> list[list[int]]:
        """Lay each item on the first place that the rule of the contract leaves open."""
        depth = {(column, row): len(items) for column, row, items in prompt["piles"]}
        laid: list[tuple[int, int]] = []
        for _ in prompt["items"]:
            used = [*depth, *laid]
            if not used:
                laid.append((0, 0))
                continue
            columns, rows = zip(*used, strict=True)
            span = prompt["span"]
            open_places = [
                (column, row)
                for row in range(max(rows) - span + 1, min(rows) + span)
                for column in range(max(columns) - span + 1, min(columns) + span)
                if (column, row) not in laid and depth.get((column, row), 0) < prompt["depth"]
            ]
            laid.append(self.luck.choice(open_places))
        return [list(place) for place in laid]

    def _play_card(self, prompt: Json) -> Any:
        answers: list[Any] = [each["answer"] for each in prompt["passes"]]
        if prompt["moves"] and (not answers or self.luck.below(2)):
            move = self.luck.choice(prompt["moves"])
            aims = [self._aim(prompt["aims"][at]) for at in move["aims"]]
            return [move["card"], move["alternative"], aims]
        return self.luck.choice(answers)

    def _aim(self, aim: Json) -> list[int]:
        n = aim["low"] + self.luck.below(aim["high"] - aim["low"] + 1)
        among = [each["value"] for each in aim["among"]]
        if aim["again"]:
            return [self.luck.choice(among) for _ in range(n)]
        self.luck.shuffle(among)
        return sorted(among[:n])
