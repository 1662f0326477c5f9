"""The coach's pages: what a member's decisions in a match or a night gave away, and a lesson from one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.face.text.emoji_text import render_within_limits
from bot.language import _, ngettext
from bot.matches.coach import BETS, Judged, surely
from bot.matches.played_match import PlayedMatch
from cogs.look_back.painter import (
    COACH,
    LIST,
    PREFIX,
    Position,
    amount,
    answer_given,
    own_panel,
    verdict,
)
from cogs.ui.components import Json, button, container, message, option, rows, select, text
from cogs.ui.table.table_message import shown_parts
from cogs.ui.theme import accent_of
from games.engine.match import Match
from games.engine.scene import RAIL

NIGHT = "night"
"""The verb of the control that asks the coach about all matches of a night."""
LESSON = "lesson"
"""The verb of a control that begins a lesson; a number follows, so that no two of a message are alike."""
TRY = "try"
"""The verb of an answer in a lesson; its place among the weighed ones follows."""
WORST = 3
"""The moments that the coach names."""
MOST_WAYS = 10
"""The answers among which a lesson lets its reader choose."""


class Moment(NamedTuple):
    """One of the worst decisions, with the words of the answer given and of the best; empty where they have none."""

    played: PlayedMatch
    judged: Judged
    given: str = ""
    best: str = ""

    @property
    def teaches(self) -> bool:
        """True if its answers have words of their own, so that it can be tried again."""
        return bool(self.given and self.best)


def worst_of(judged: Iterable[tuple[PlayedMatch, Judged]]) -> list[Moment]:
    """Return the decisions that gave away the largest parts of what was at stake."""
    costly = [Moment(*each) for each in judged if each[1].cost]
    return sorted(costly, key=lambda each: -each.judged.cost / each.judged.stake)[:WORST]


def in_words(moment: Moment, match: Match) -> Moment:
    """Return a moment with its answers in words, from the match as it was then."""
    played, judged = moment.played, moment.judged
    viewer = played.viewer(judged.step)
    panel = own_panel(played, match, viewer)
    return moment._replace(
        given=answer_given(played, panel, viewer, judged.step), best=panel.label_of(judged.best)
    )


def coach_message(played: PlayedMatch, judged: Sequence[Judged], worst: Sequence[Moment]) -> Json:
    """Return what a member's decisions in a match gave away, with the worst of them to go to."""
    head = _("## Coach: {game}, match {n}").format(game=_(played.game.title), n=played.number)
    back = Position(played.number, None)
    controls = [
        button("The whole night", back.custom_id(NIGHT)),
        button("Back to the match", back.custom_id("match")),
    ]
    lines = [
        head,
        *_given_away([(played, each) for each in judged], len(played.decisions())),
        *(_of_match(at, moment) for at, moment in enumerate(worst, 1)),
    ]
    return _page(played, lines, judged, worst, controls)


def night_message(
    played: PlayedMatch, judged: Sequence[tuple[PlayedMatch, Judged]], decisions: int, worst: Sequence[Moment]
) -> Json:
    """Return the same about a night: `played` is the match from which it was asked for."""
    matches = len({each.number for each, _judged in judged})
    lines = [_("## Coach: your night")]
    if judged:
        lines.append(
            ngettext("-# {n} match that I can judge", "-# {n} matches that I can judge", matches).format(
                n=matches
            )
        )
        lines += _given_away(judged, decisions)
    else:
        lines.append(
            _("I can't judge your decisions of this night: luck decided, or I don't know the games.")
        )
    lines += [_of_night(at, moment) for at, moment in enumerate(worst, 1)]
    controls = [button("This match alone", Position(played.number, None).custom_id(COACH))]
    return _page(played, lines, [each for _played, each in judged], worst, controls)


def _page(
    played: PlayedMatch,
    lines: Sequence[str],
    judged: Sequence[Judged],
    worst: Sequence[Moment],
    controls: Sequence[Json],
) -> Json:
    lines = [*lines]
    if judged:
        lines.append(
            _("-# I go by what you could see then, not by what the others held. Small errors in it are mine.")
        )
    ways = list[Json]()
    for at, moment in enumerate(worst, 1):
        # the places of a menu are positions, as those of buttons, without the prefix
        looks = _at(moment).custom_id(f"worst{at}"), _at(moment).custom_id(f"{LESSON}{at}")
        look, lesson = (each.removeprefix(f"{PREFIX}:") for each in looks)
        ways.append(option(_("Look at no. {n}").format(n=at), look))
        if moment.teaches:
            ways.append(option(_("Try no. {n} again").format(n=at), lesson))
    menus = [select(_("Look at one, or try it again"), f"{PREFIX}:{LIST}", ways)] if ways else []
    parts = [text("\n".join(lines)), *menus, *rows(controls)]
    return message(container(parts, accent_of(played.game)), ephemeral=True)


def _at(moment: Moment) -> Position:
    return Position(moment.played.number, moment.judged.step)


def _given_away(judged: Sequence[tuple[PlayedMatch, Judged]], decisions: int) -> list[str]:
    """Return the error rate, and what was given away in each unit."""
    if not judged:
        return [
            _(
                "I can't judge your decisions in this match. Luck decides here, or I don't know it well enough."
            )
        ]
    lines = [_rate(len(judged), decisions, sum(each.mistake for _played, each in judged))]
    for unit in dict.fromkeys(each.unit for _played, each in judged):
        costs: dict[int, list[float]] = {}
        for played, each in judged:
            if each.cost and each.unit == unit:
                costs.setdefault(played.number, []).append(each.cost)
        most = amount(sum(map(sum, costs.values())), unit)
        least = amount(sum(map(surely, costs.values())), unit) if unit == BETS else most
        lines.append(
            _("Nothing given away.")
            if not costs
            else _("Given away: about {amount}.").format(amount=most)
            if least == most
            else _("Given away: from {least} to {most}.").format(least=least, most=most)
        )
    return lines


def _of_match(at: int, moment: Moment) -> str:
    """Return the sentence about one of a match's worst moments."""
    words = (
        _("{n}. Step {step}: you chose **{given}**. **{best}** was worth about {amount} more.")
        if moment.teaches
        else _("{n}. Step {step}: about {amount}")
    )
    return _filled(words, at, moment)


def _of_night(at: int, moment: Moment) -> str:
    """Return the sentence about one of a night's worst moments."""
    words = (
        _("{n}. {game}: you chose **{given}**. **{best}** was worth about {amount} more.")
        if moment.teaches
        else _("{n}. {game}: about {amount}")
    )
    return _filled(words, at, moment)


def _filled(words: str, at: int, moment: Moment) -> str:
    judged = moment.judged
    return words.format(
        n=at,
        step=judged.step,
        game=_(moment.played.game.title),
        given=moment.given,
        best=moment.best,
        amount=amount(judged.cost, judged.unit),
    )


def lesson_message(
    played: PlayedMatch, match: Match, judged: Judged, tried: int | None = None, *, drawn: bool = False
) -> Json:
    """Return a decision to be made once more, and what the coach says about the answer that was tried.

    `drawn`: a picture shows the table and the hand; the text then leaves them out.
    """
    return render_within_limits(lambda: _lesson_message(played, match, judged, tried, drawn))


def _lesson_message(
    played: PlayedMatch, match: Match, judged: Judged, tried: int | None, drawn: bool
) -> Json:
    panel = own_panel(played, match, played.viewer(judged.step))
    lines = [] if drawn else [*panel.lines]
    at = Position(played.number, judged.step)
    labels = [panel.label_of(answer) for answer, _cost in judged.ways]
    if tried is not None and tried < len(judged.ways):
        chosen, cost = judged.ways[tried]
        best = min(judged.ways, key=lambda each: each[1])[0]
        lines.append(f"→ **{labels[tried] or chosen}**")
        lines.append(verdict(judged._replace(cost=cost, best=best), panel.label_of(best)))
    else:
        lines.append(_("**What would you do now?**"))
    # of answers that read alike, such as two discards of like cards, one is enough
    differing = {label: place for place, label in enumerate(labels) if label}.values()
    best_first = sorted(differing, key=lambda place: judged.ways[place][1])
    answers = [
        button(labels[place], at.custom_id(f"{TRY}{place}")) for place in sorted(best_first[:MOST_WAYS])
    ]
    back = button("Coach", at.custom_id(COACH))
    parts = [
        text(
            _("-# A lesson from {game}, match {n}, step {step}").format(
                game=_(played.game.title), n=played.number, step=judged.step
            )
        ),
        *([] if drawn else shown_parts(played.view(match, RAIL))),
        text("\n".join(lines)),
        *rows([*answers, back]),
    ]
    return message(container(parts, accent_of(played.game)), ephemeral=True)


def _rate(judged: int, decisions: int, mistakes: int) -> str:
    """Return in how many of the decisions there was a mistake."""
    if decisions == 1:
        return _("Your one decision was a mistake.") if mistakes else _("Your one decision was no mistake.")
    words = _("{mistakes} in your {n} decisions.")
    if judged < decisions:
        words = _("{mistakes} in {judged} of your {n} decisions.")
    found = ngettext("{n} big mistake", "{n} big mistakes", mistakes).format(n=mistakes)
    return words.format(mistakes=found if mistakes else _("No big mistake"), judged=judged, n=decisions)
