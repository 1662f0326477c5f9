"""Facts about a member beside their money: character, daily uses, form, prank items, and the making of their purse.

`profile_keys` names the entries of a member's profile in the store; the services here are the only ones that write
them, together with the hooks of `bot.tables` that run before and after a match. None knows anything of Discord.
"""
