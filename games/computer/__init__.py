"""Computer players of any game: a newcomer's slips, and a search over what may be hidden.

A game puts its players on its data sheet under the names of `games.engine.STRENGTHS`. What it writes itself is the
regular; `newcomer` and `Search` make the other two of it, where a game has nothing better of its own.
"""

from games.computer.newcomer import newcomer
from games.computer.search import Determinise, Sampler, Search, World
from games.computer.thoughts import Thoughts

__all__ = ["Determinise", "Sampler", "Search", "Thoughts", "World", "newcomer"]
