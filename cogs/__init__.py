"""The Discord side of the bot: each feature is an extension, a package or a module of this folder with a `setup`.

A feature imports the core (`bot`, `db`, the engine and the registry of `games`) and four rooms beside it, and no other
feature: `cogs.ui` (messages as component JSON), `cogs.requests` (what is sent to Discord), `cogs.live` (messages that
change without a press) and `cogs.interactions` (from a press to its answer), each of which knows those before it.
"""

EXTENSIONS = (
    "cogs.command_errors",
    "cogs.table_messages",
    "cogs.presses",
    "cogs.table",
    "cogs.hosting",
    "cogs.purse.cog",
    "cogs.gembones",
    "cogs.admin.cog",
    "cogs.hand",
    "cogs.nine_bells",
    "cogs.leaderboard",
    "cogs.help",
    "cogs.lessons.cog",
    "cogs.rules",
    "cogs.gamble",
    "cogs.roll.cog",
    "cogs.doctor",
    "cogs.limits",
    "cogs.conduct",
    "cogs.toys",
    "cogs.characters",
    "cogs.privacy",
    "cogs.verify",
    "cogs.luck.cog",
    "cogs.look_back",
    "cogs.evening",
    "cogs.deeds",
    "cogs.profile",
    "cogs.daily.cog",
    "cogs.nights",
    "cogs.tournaments",
    "cogs.blocks.cog",
    "cogs.notify",
    "cogs.calls",
    "cogs.my_tables",
    "cogs.emoji.cog",
)
"""The extensions of the bot, in the order in which they are loaded.

The first three need no command and are what the others build on; the next four own the groups of commands that others
add to. A new extension is a file here and a line in this list.
"""
