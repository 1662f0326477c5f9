"""What people read when something cannot be done: short, no blame, what to do instead."""

from __future__ import annotations

MESSAGES = {
    "not_your_turn": "It's {who}'s turn. {you}",
    "passed": "That question has passed. Here is the present one.",
    "asked_otherwise": "You're asked something else. Here it is.",
    "not_seated": "You're watching. Sit down at the next hand.",
    "seated_already": "You're in seat {seat} already.",
    "alone": "That is for one player alone, over days: /bells opens a place of your own. "
    "This table is free for others.",
    "no_win": "The altars are for winners: win a game at a table here, then bring an offering.",
    "no_contract": "You have no contract with the Nine Bells. /bells offers one.",
    "no_contract_of": "That member has no contract with the Nine Bells.",
    "at_rail": "You're at the rail of this game. Sit down when it is over.",
    "rail_closed": "There is nothing to do at the rail now. Look on, or sit down at the next hand.",
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
    "which_odds": "Name a gembone game: no table of one is open in this channel.",
    "no_gembones": "None of the seven gembone games is played on this server.",
    "no_guest": "A guest comes to one of these: {variants}. Choose it with /table settings first.",
    "guest_here": "There is a guest at this table already.",
    "guest_away": "No guest sits here. /gembones guest invites one.",
    "not_your_guest": "You play no guest here now.",
    "no_computer": "There is no computer player to remove.",
    "not_computer": "Your seat is your own already.",
    "options": "{sentence}",
    "game_off": "{title} is not played on this server.",
    "channel_off": "Tables are opened in: {channels}.",
    "unknown_game": "There is no such game. Choose one from the list.",
    "barred": "Not at this table for now. You can sit down here again {when}.",
    "left": "You have left this hand. You can sit down again when it is over.",
    # care
    "paused": "You have paused until {when}. Only you know; /limits has more.",
    "over_cap": "That's more than the {cap:,} pieces, in copper, that you allow yourself to lose in a day. "
    "/limits shows what is left.",
    # purses
    "amount": "{sentence}",
    "not_owned": "Your purse holds {held} of {base}, not {asked}.",
    "same_amount": "Both sides are the same: there is nothing to exchange.",
    "too_large": "That is more than a purse can hold.",
    "spent_meanwhile": "Your purse has just changed. Look at /purse show, then try again.",
    "to_oneself": "You can't give to yourself. Choose somebody else.",
    "to_bot": "Bots have no purse. Choose a member.",
    "pieces_given": "Gifts are whole gembones. /purse exchange turns loose pieces into gembones.",
    "gift_playing": "You're at a hand. Gifts are made between games.",
    "gift_to_player": "That member is at a hand. Gifts are made between games.",
    "gift_floor": "You would keep {left} copper's worth. Whoever gives keeps at least {floor}, a full set of {base}.",
    "claim_rich": "You own {held} {base} pieces, tables included. A claim is for whoever has fewer than "
    "{least} in every base.",
    "claim_done": "You have claimed today. The next claim is possible {when}.",
    "tickets_changed": "Your tickets have changed since you looked; nothing was traded. Here is the shelf now.",
    # the gambler's code
    "no_curse": "No curse of the house lies on you, and no donation is asked.",
    "curse_base": "This curse is about {base}: only gembones of {base} lift it.",
    "no_offer": "The house has offered you nothing.",
    "no_item": "You have no {item}. The house gives them to whoever it catches cheating.",
    "wished": "The wish is spent. The ducks remember.",
    "one_item": "One gift at a time: you carry the {item}. /prank donate or an admin ends that.",
    "sheet_seated": "You're at a table. Leave it, then change your sheet.",
    "sheet_today": "You have changed your sheet today. The next change is possible {when}.",
    "own_applause": "Applause is for the others to give.",
    "too_late": "The moment has passed.",
    "not_cursed": "That member carries no gift of the house.",
    # the house
    "not_admin": "That needs the permission Manage Server.",
    "limits_swapped": "The smallest buy-in can't be above the largest: {low} and {high}.",
    "not_suspended": "The hand at this table can go on. /table close ends the table after it.",
    "tables_open": "{tables} first: {channels}.",
    "not_confirmed": "Nothing was changed. Type {word} to confirm.",
    # what is kept, what is checked, what is rolled
    "nothing_kept": "Nothing is stored about you on this server.",
    "still_bound": "You're at a table, or a wager of yours is open. Leave with /table leave, then try again.",
    "no_takeover": "There is no computer player here whose seat you could take over.",
    "not_asked": "There is nothing for you to answer here now. A card that can be played at any time is in your hand "
    "panel.",
    "no_match": "There is no match {n} on this server.",
    "sealed": "Match {n} can be checked when its table has closed: until then its seed is secret.",
    "nothing_to_verify": "No table has closed in this channel yet. Once its host closes one (/table close), "
    "its games can be checked.",
    "roll": "{sentence}",
}


class UserError(Exception):
    """A request that is answered with a sentence and changes nothing. `why` is its key in `MESSAGES`."""

    def __init__(self, why: str, **values: object) -> None:
        self.why = why
        self.values = values
        super().__init__(MESSAGES[why].format(**values))

    @property
    def sentence(self) -> str:
        """What the person reads."""
        return str(self)
