"""A computer player's line is in the language of who reads it, like everything else."""

from __future__ import annotations

import pytest

from bot.language import LANGUAGES, speaking
from cogs.ui.table.table_message import quoted


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_line_is_said_and_quoted_in_the_readers_language(language: str) -> None:
    line = "Goodness, I'm quite warm."
    with speaking(language):
        said = quoted(line)
    assert line in quoted(line)
    assert line not in said
    assert (said[0], said[-1]) == ("*", "*")
