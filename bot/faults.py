"""The sentence that a member reads when something has failed. Unforeseen errors get an id that is in the log too."""

from __future__ import annotations

import logging
import secrets

from bot.user_errors import MESSAGES, UserError
from db.errors import NotSaved

log = logging.getLogger(__name__)


def sentence_of(error: BaseException) -> str:
    """Return the sentence for an error. An unforeseen one is logged under an id, which the sentence names."""
    if isinstance(error, UserError):
        return error.sentence
    code = secrets.token_hex(2).upper()
    if isinstance(error, NotSaved):
        log.error("not saved (%s): %s", code, error)
        return MESSAGES["not_saved"].format(id=code)
    log.error("something failed (%s)", code, exc_info=error)
    return f"Something went wrong on my side, but nothing is lost. (id {code})"
