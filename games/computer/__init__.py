"""Computer players of any game: a newcomer's slips, and a search over possible deals of the hidden things.

A game puts its players on its data sheet under the names of `games.engine.STRENGTHS`. It writes the regular itself;
`newcomer` and `Search` make the other two from that, unless the game has better ones. `erring`
makes ten `levels` of them.
"""

from games.computer.newcomer import newcomer
from games.computer.search import Determinise, Sampler, Search, World
from games.computer.thoughts import Thoughts

__all__ = ["Determinise", "Sampler", "Search", "Thoughts", "World", "newcomer"]
