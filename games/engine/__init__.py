"""The engine: what every game stands on. Pure: no clock, no files, no network, no luck but `Chance`."""

from games.engine.chance import Chance, Rigged, Seed
from games.engine.errors import BadAmount, BadOptions, GameError, IllegalAnswer, ReplayDiverged, RulesBug
from games.engine.game import Demonstration, Game, Money, Options, Play, Policy, shows
from games.engine.match import Header, Match, Row
from games.engine.match_state import Event
from games.engine.prompts import Answer, Choose, Clock, Cost, Pick, Pile, Place, Prompt, Range, digest
from games.engine.questions import OUTSIDE, Ask, By, Reply, Stretch
from games.engine.random_player import random_legal
from games.engine.result import HOUSE, MINT, POT, Departure, Pay, Result, changes, placement
from games.engine.scene import (
    BACK,
    RAIL,
    Block,
    Circle,
    Course,
    Entry,
    Grid,
    Hint,
    Invitation,
    Layer,
    Legend,
    Line,
    Log,
    Names,
    OpenAsk,
    Part,
    Pots,
    ResultRow,
    Scene,
    SeatRow,
    Seats,
    Sheet,
    SheetRow,
    Stack,
    Stand,
    Track,
    Window,
    Zone,
)
from games.engine.scene import Header as SceneHeader
from games.engine.scene import Outcome as SceneOutcome
from games.engine.table import Table
from games.engine.table_objects import Hand, Lasting, Nicknames, Open, Thing, Welcome, Worth, Worths

__all__ = [
    "BACK", "HOUSE", "MINT", "OUTSIDE", "POT", "RAIL",
    "Answer", "Ask", "BadAmount", "BadOptions", "Block", "By", "Chance", "Choose", "Circle", "Clock", "Cost",
    "Course", "Demonstration", "Departure", "Entry", "Event", "Game", "GameError",
    "Grid", "Hand", "Header", "Hint", "IllegalAnswer", "Invitation", "Lasting",
    "Layer", "Legend", "Line", "Log", "Match", "Money", "Names", "Nicknames",
    "Open", "OpenAsk", "Options", "Part", "Pay", "Pick", "Pile", "Place", "Play", "Policy", "Pots", "Prompt", "Range",
    "ReplayDiverged", "Reply", "Result",
    "ResultRow", "Rigged", "Row", "RulesBug", "Scene", "SceneHeader", "SceneOutcome", "SeatRow", "Seats", "Seed",
    "Sheet", "SheetRow", "Stack", "Stand", "Stretch",
    "Table", "Thing", "Track", "Welcome", "Window", "Worth", "Worths", "Zone",
    "changes", "digest", "placement", "random_legal", "shows",
]  # fmt: skip
