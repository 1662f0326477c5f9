"""Facts about a member other than their money: daily uses, form, prank items, and the opening of their purse.

`profile_keys` names the entries of a member's profile in the store; only the services here and the hooks of
`bot.tables` that run before and after a match write them. None of them knows Discord.
"""
