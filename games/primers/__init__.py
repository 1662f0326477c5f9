"""Primers: each game in three lines and a lesson for newcomers, as data next to its code.

A game's `primer.toml` (`<game>.primer.toml` where the game is a single file) has the game in three lines, an example,
and a lesson. `primer` reads them. Nothing here names a game.

A lesson is a first match with rigged luck, in which everyone's answers are written down: the learner's with a sentence
that says why, the others' without. So the match before any step can be rebuilt from the lesson and the step's number
alone (`lesson.match_at`), and nothing is stored: there is no table, no journal, no clock, no money. A message that
names game and step can be pressed after any restart.
"""

from games.primers.lesson import LEARNER, Lesson, LessonFault, Step
from games.primers.primer import Primer, find_primer

__all__ = ["LEARNER", "Lesson", "LessonFault", "Primer", "Step", "find_primer"]
