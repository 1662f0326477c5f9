"""Options of the games that are well suited to Playing for Shares (SHR-17)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from games.parlour.shared.pot_game import ParlourOptions


class SuitedToShares(ParlourOptions):
    """The options of a game with a pot; its menu says that shares suit it well."""

    stakes: Literal["betting", "shares"] = Field(
        "betting",
        title="Played for",
        description=f"{ParlourOptions.model_fields['stakes'].description} Shares suit this game well.",
    )
