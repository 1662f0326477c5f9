"""Loads everything that play may need, so that a running process never reads files of another version.

An update puts other files in the place of those that a process was started from. Python reads a module when it is first
imported, and the texts and drawings are read when they are first wanted; without this that could be after the update.
The processes beside the bot are copies of one that imports this module at the start (`bot.workers.worker_process`).
"""

from __future__ import annotations

from bot.face.art import emoji, sprites
from bot.face.art.letters import read_fonts
from bot.face.art.pieces.signs import read_signs
from bot.startup.load_games import load_games
from bot.workers import search_pool  # noqa: F401  # with what worker processes are given to do
from games.computer import characters, habits, table_talk
from games.primers import find_primer
from games.registry import GAMES


def load_everything() -> None:
    """Register the games, and read all files that are read once. May be called twice."""
    load_games()
    for game in GAMES.values():
        find_primer(game)
    read_fonts()
    read_signs()
    sprites.font_files()
    emoji.drawings()
    characters.characters()
    table_talk.lines()
    habits.kinds()


load_everything()
