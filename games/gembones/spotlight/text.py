"""The spotlight in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

MOST_DICE = 20
"""The most dice of one roll: those of the Vault of Dragons."""

WORDS: Mapping[str, str] = {
    "spot": "You rolled {dice:items}. Keep it?",
    "spot:keep": "Keep it",
    **{f"spot:lucky_{n}": f"Lucky: reroll the {{die_{n}:item}}" for n in range(MOST_DICE)},
    **{f"spot:kit_{n}": f"Gaming kit: reroll the {{die_{n}:item}}" for n in range(MOST_DICE)},
    "spot:arcana": "Look for wards (Arcana)",
    "spot:sleight": "Swap a die (Sleight of Hand)",
    "spot:sleight_inspired": "Swap a die, with your inspiration",
    "spot:deception": "Bump the table (Deception)",
    "foretell": "You're about to roll a g20. Use a portent?",
    "foretell_house": "The house is about to roll a g20. Use a portent?",
    **{f"{kind}:pass": "Let fate roll" for kind in ("foretell", "foretell_house")},
    **{f"{kind}:{n}": f"Make it {n}" for kind in ("foretell", "foretell_house") for n in range(1, 21)},
    "double": "You lost {loss}. Double or nothing? First a check, then a coin.",
    "double:decline": "Accept the loss",
    "double:persuasion": "A sob story (Persuasion)",
    "double:intimidation": "A threat (Intimidation)",
    "double:history": "A forgotten rule (History)",
    "inspired": "Spend your inspiration on this check ({skill})?",
    "inspired:save": "Save it",
    "inspired:spend": "Spend it: advantage",
    "spot_rerolls": "{seat:seat} rerolls {old:item} ({talent}): {new:item}.",
    "spot_bumps": "Someone bumps the table: {seat:seat} rolls {dice:items} instead.",
    "spot_glows": "✨ {seat:seat} foretold this {n}.",
    "spot_foretold": "It's as you foretold: {n}.",
    "phase:double": "Double or nothing",
    "spot_check": "{seat:seat} tries {skill}: {face} + {plus} against {dc}{how}.",
    "spot_stone": "{seat:seat} tries {skill} with advantage, as the stone promises.",
    "spot_truth": "In truth the lower of {one} and {two} counts: {face}.",
    "spot_wards": "These gembones are warded: they glow if anyone changes a roll.",
    "spot_no_wards": "These gembones aren't warded.",
    "why:spot_caught": "caught cheating, and out of the game",
    "spot_swapped": "Up your sleeve: the next gembone you lose here will be of the cheaper base.",
    "spot_caught": "The house catches {seat:seat} cheating and takes their whole stake. They're out of this game.",
    "spot_refused": "{seat:seat} gets no second chance: the loss stands.",
    "spot_heads": "{seat:seat}: double or nothing, heads! The loss of {loss} is cancelled.",
    "spot_tails": "{seat:seat}: double or nothing, tails. The loss of {loss} is doubled.",
}
"""`<kind>` of a question, an event or a phase to its sentence, added to each game's words."""

RULES = """
**In the spotlight** (if the host wants it). Your character comes from `/my sheet`. *Lucky* rerolls one gembone
you've just rolled, three times a day; a *gaming kit* once a game; a *portent* replaces a g20 that you or the
house are about to roll. *Full* adds more: after a loss you may plead for double or nothing (a check, then a
coin: heads cancels the loss, tails doubles it); look for wards with Arcana; bump the table with Deception to
roll again; swap a die for one of the next cheaper base with Sleight of Hand. A check is a d20 plus your skill
against 10 for copper, 15 silver, 20 gold, 25 platinum, 30 gems, or the host's DC. If you fail to bump or swap,
you're caught and the bank takes everything you staked in this game. A swap that works stays your secret. Games
in the spotlight don't count on leaderboards. Talents are there to be enjoyed: play the game, and don't game the
system.
"""
"""The rules of the spotlight, added to each game's own."""
