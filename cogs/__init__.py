"""The Discord side of the bot: each file of this folder is an extension with one Cog and its `setup`.

The extensions are made of four packages beside them: `cogs.interactions` (from a press to its answer), `cogs.live`
(messages that change without a press), `cogs.ui` (messages as component JSON) and `cogs.art` (pictures).
"""

EXTENSIONS = (
    "cogs.command_errors",
    "cogs.table_messages",
    "cogs.presses",
    "cogs.table",
    "cogs.hosting",
    "cogs.purse",
    "cogs.gembones",
    "cogs.admin",
    "cogs.hand",
    "cogs.nine_bells",
    "cogs.leaderboard",
    "cogs.help",
    "cogs.lessons",
    "cogs.rules",
    "cogs.gamble",
    "cogs.roll",
    "cogs.doctor",
    "cogs.limits",
    "cogs.conduct",
    "cogs.prank",
    "cogs.offerings",
    "cogs.toy_shop",
    "cogs.character",
    "cogs.privacy",
    "cogs.verify",
    "cogs.luck",
    "cogs.matches",
    "cogs.profile",
    "cogs.today",
    "cogs.night",
    "cogs.tournament",
    "cogs.block",
    "cogs.notify",
    "cogs.call_players",
    "cogs.my_tables",
    "cogs.emoji_sync",
)
"""The extensions of the bot, in the order in which they are loaded.

The first three need no command and are what the others build on; the next four own the groups of commands that others
add to. A new extension is a file here and a line in this list.
"""
