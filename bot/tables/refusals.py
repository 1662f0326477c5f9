"""What people read when something cannot be done: short, no blame, what to do instead."""

from __future__ import annotations

SENTENCES = {
    "not_your_turn": "It's {who}'s turn. {you}",
    "passed": "That question has passed. Here is the present one.",
    "not_seated": "You're watching. Sit down at the next hand.",
    "seated_already": "You're in seat {seat} already.",
    "seated_elsewhere": "You're sitting at a table in <#{channel}>. Leave it first.",
    "no_table": "There is no table in this channel. Open one with /table open.",
    "table_here": "There is a table in this channel already. Sit down there, or open one in a thread.",
    "table_closed": "This table has closed.",
    "full": "All {n} seats are taken.",
    "playing": "A hand is being played. This can be done when it is over.",
    "not_playing": "No hand is being played.",
    "not_host": "Only the host, {host}, can do that.",
    "too_few": "One more player or a computer player is needed: {title} takes {low} or more.",
    "too_many": "{title} takes at most {high}; {n} are seated.",
    "cannot_afford": "A seat costs {need} {base}; you have {held}. Take a smaller buy-in, or try /purse claim.",
    "cannot_wager": "That takes {need}; your purse in {base} is worth {held}.",
    "house_broke": "The house cannot cover that now. Try a smaller wager.",
    "bad_stakes": "{sentence}",
    "illegal": "That isn't possible here. Allowed: {allowed}.",
    "not_saved": "Not saved, press again. (id {id})",
    "restarting": "The bot is restarting. Press again in a few seconds.",
    "suspended": "This hand can't go on: its record and the rules disagree. Stakes are safe. "
    "An admin decides: refund, or wait.",
    "done_already": "That press is in already.",
    "no_computer": "There is no computer player to remove.",
    "not_computer": "Your seat is your own already.",
    "options": "{sentence}",
    "game_off": "{title} is not played on this server.",
    "channel_off": "Tables are opened in: {channels}.",
    "unknown_game": "There is no such game. Choose one from the list.",
    "barred": "You left the castle. You can sit down here again {when}.",
    "left": "You have left this hand. You can sit down again when it is over.",
}


class Refusal(Exception):
    """A request that is answered with a sentence and changes nothing. `why` is its key in `SENTENCES`."""

    def __init__(self, why: str, **values: object) -> None:
        self.why = why
        self.values = values
        super().__init__(SENTENCES[why].format(**values))

    @property
    def sentence(self) -> str:
        """What the person reads."""
        return str(self)
