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
    "cogs.toys",
    "cogs.characters",
    "cogs.privacy",
    "cogs.verify",
    "cogs.luck",
    "cogs.look_back",
    "cogs.deeds",
    "cogs.profile",
    "cogs.daily",
    "cogs.nights",
    "cogs.evening",
    "cogs.tournaments",
    "cogs.blocks",
    "cogs.notify",
    "cogs.calls",
    "cogs.my_tables",
    "cogs.language",
    "cogs.host_control",
    "cogs.activity",
    "cogs.emoji",
)
"""The extensions of the bot, in the order in which they are loaded.

The first three need no command and are what the others build on; `table`, `purse`, `gembones` and `admin` own groups of
commands that others add to. A new extension is a folder or a file here and a line in this list.
"""
