"""Deeds: moments worth remembering, one predicate each over a match and its events.

`deeds.toml` has the deeds; `predicate` says what a condition may look at. A deed is a moment of play, so none counts
matches, stakes or money lost: nobody earns one by playing more, for more, or until the purse is empty.
"""

from games.deeds.deed import DEEDS, Deed, earned_in
from games.deeds.predicate import Condition, Matcher

__all__ = ["DEEDS", "Condition", "Deed", "Matcher", "earned_in"]
