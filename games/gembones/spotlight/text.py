"""The spotlight in words: its rules, and the sentences of its questions and events."""

from __future__ import annotations

from collections.abc import Mapping

MOST_DICE = 20
"""The most dice of one roll: those of the Vault of Dragons."""

WORDS: Mapping[str, str] = {
    "spot": "You rolled {dice:items}. Let it be?",
    "spot:keep": "Let it be",
    **{f"spot:lucky_{n}": f"Lucky: reroll the {{die_{n}:item}}" for n in range(MOST_DICE)},
    **{f"spot:kit_{n}": f"Gaming kit: reroll the {{die_{n}:item}}" for n in range(MOST_DICE)},
    "spot:arcana": "Look for wards (Arcana)",
    "spot:sleight": "Swap a die (Sleight of Hand)",
    "spot:sleight_inspired": "Swap a die, with your inspiration",
    "spot:deception": "Bump the table (Deception)",
    "foretell": "You are about to roll a g20. Is it foretold?",
    "foretell_house": "The house is about to roll a g20. Is it foretold?",
    **{f"{kind}:pass": "Let fate roll" for kind in ("foretell", "foretell_house")},
    **{f"{kind}:{n}": f"It is {n}" for kind in ("foretell", "foretell_house") for n in range(1, 21)},
    "double": "You lost {loss}. Double or nothing? First a check, then a coin.",
    "double:decline": "Let it be",
    "double:persuasion": "A sob story (Persuasion)",
    "double:intimidation": "A threat (Intimidation)",
    "double:history": "A forgotten rule (History)",
    "inspired": "Spend your inspiration on this check ({skill})?",
    "inspired:save": "Save it",
    "inspired:spend": "Spend it: advantage",
    "spot_rerolls": "{seat:seat} rerolls {old:item} ({talent}): {new:item}.",
    "spot_bumps": "Somebody bumps the table: {seat:seat} rolls {dice:items} instead.",
    "spot_glows": "✨ {seat:seat} foretold this {n}.",
    "spot_foretold": "It is as you foretold: {n}.",
    "phase:double": "Double or nothing",
    "spot_check": "{seat:seat} tries {skill}: {face} + {plus} against {dc}{how}.",
    "spot_stone": "{seat:seat} tries {skill} with advantage, as the stone promises.",
    "spot_truth": "In truth the lower of {one} and {two} counts: {face}.",
    "spot_wards": "These gembones are warded: they glow when a roll is altered.",
    "spot_no_wards": "These gembones are not warded.",
    "spot_swapped": "Up your sleeve: the next gembone that you lose here will be one of the lesser base.",
    "spot_caught": "{seat:seat} is caught cheating: the bank takes the whole stake, and this game is over for them.",
    "spot_refused": "{seat:seat} gets no second chance: the loss stands.",
    "spot_heads": "{seat:seat}: double or nothing, heads. The loss of {loss} is cancelled.",
    "spot_tails": "{seat:seat}: double or nothing, tails. The loss of {loss} is doubled.",
}
"""`<kind>` of a question, an event or a phase to its sentence, added to each game's words."""

RULES = """
**In the spotlight** (if the host wants it). Your character comes from `/sheet`. *Lucky* rerolls one gembone
that has just fallen, three times a day; a *gaming kit* once a game; a *portent* takes the place of a g20 that
you or the house are about to roll. *Full* adds more: who has lost may plead for double or nothing (a check,
then a coin: heads cancel the loss, tails double it); look for wards with Arcana; bump the table with
Deception to roll again; swap a die for one of the next lower base with Sleight of Hand. A check is a d20 and
your skill against 10 for copper, 15 silver, 20 gold, 25 platinum, 30 gems, or the host's DC. Who fails to
bump or swap is caught: the bank takes all that was staked in this game. A swap that succeeds stays your secret.
Nothing that is won or lost in the spotlight counts on leaderboards. Talents are there to be enjoyed: play the
game, and do not game the system.
"""
"""The rules of the spotlight, added to each game's own."""
