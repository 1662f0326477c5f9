"""The expected decks, by the rules of the house: count, title, type, triggers, mark, effects."""

from __future__ import annotations

CARDS = {
    "shared": """
3 | Gambling? I'm in! | action+gambling | act round.turn | | start or control
2 | I raise! | gambling | round.turn | | control; ante 1
1 | Winning Hand! | gambling | round.turn | | control; lock
1 | Oh, I guess the Wench thought that was her tip... | sometimes | round.tip | | spill
1 | The Wench thinks you should stop playing with the drinks | sometimes | card.drinkmod | | negate
1 | Tip the Wench | action | act | | pay T inn 1
2 | I don't think so! | sometimes | card.sometimes | | negate
""",
    "serena": """
2 | Blasphemer! | action | act | | fort T -3; piety +1
2 | Gauntlet first, sermon later | action | act | | fort T -4; piety -2
2 | Kneel and think about it | action | act | | fort T -2; [piety>=10] fort T -1; piety +1
1 | Stand in the light, all of you | action | act | | fort others -1; piety +1
1 | Empty that cup, recruit | action | act | | drinkup T 1; piety -1
2 | A tithe for the temple roof | action | act | | pay T me 4
1 | The whole table gives alms | action | act | | pay others me 1; piety -1
1 | A toast to the fallen | action | act | | order 2; piety +1
2 | My vows stop at water | sometimes | drink.mine | | ignoredrink; piety +1
1 | Blessed into spring water | sometimes | drink.mine | | ignoredrink; [piety>=10] fort me +2
1 | One cup, two comrades | sometimes | drink.mine | | splitdrink T; piety +1
1 | Charity begins at the next table | sometimes | drink.mine | | passdrink T; piety -1
2 | You're angering me. You would be wise to stop! | sometimes | hit.fort hit.gold | | ignore
1 | Plate armour, freshly polished | sometimes | hit.fort | | cut fort 2
1 | Faith is my shield | sometimes | hit.fort | | [piety>=8] ignore; [piety<=7] cut fort 1
2 | How dare you strike a Paladin! | sometimes | hit.fort | | fort hitter -2; piety -1
1 | Order at this table! | sometimes | card.action | | negate; piety -1
1 | This is not in the Paladin's Codex... | sometimes | round.start round.in | | leave; piety +1
1 | My holy blade detects lies! | sometimes | card.cheat | | negate; piety +1
1 | An honest hand, shown early | gambling | round.turn | | control; [piety>=10] lock
2 | A quiet prayer | anytime | any | | fort me +2 or alc me -2
""",
    "wizgille": """
3 | Oh no! It's not supposed to do that... | action | act | gear | fort T -2
1 | Stand back, this is the loud one | action | act | gear | fort others -1
2 | Hold this wire for me | action | act | | fort T -3
1 | Anything is a hammer once | action | act | | fort T -3; draw me 1
2 | Buy shares in my workshop | action | act | | pay T me 3
1 | The automatic collection plate | action | act | gear | pay others me 1
1 | Hey! Let's test out my new drink creation device! | action | act | gear | order 2
2 | This device can change alcohol into gold! Watch! | sometimes | drink.mine | gear | ignoredrink; pay inn me 1
1 | The tankard has a trapdoor | sometimes | drink.mine | | ignoredrink
1 | A squirt from the turbo nozzle | sometimes | drink.any | gear | moddrink +2
1 | Pneumatic cup return | sometimes | drink.mine | | passdrink T
2 | Spring-loaded parasol | sometimes | hit.fort | | cut fort 3
1 | Clockwork decoy, half price | sometimes | hit.fort | | redirect T
1 | Purse on a retractable chain | sometimes | hit.gold | | ignore
1 | Ejector stool | sometimes | hit.fort hit.gold | | ignore
2 | I believe your attitude needs some percussive maintenance | sometimes | hit.fort | | fort hitter -2
1 | Wait, wait... I can fix that! | sometimes | gear.mine | | negate
1 | Who touched the off switch? | sometimes | card.action | | negate
1 | These goggles count cards | cheating | round.turn | | winround
1 | Something is boiling in my room | sometimes | round.start round.in | | leave
2 | Tightened a few screws | anytime | any | | fort me +2 or alc me -2
""",
    "gear": """
3 | Sorry, loose gear | gear | | | fort T -1
3 | Too much steam! | gear | | | fort TT -1
3 | It's not supposed to shoot sparks! | gear | | | tune -1
3 | Perfectly calibrated, for once | gear | | | tune +1
1 | Purring like a kitten | gear | | | none
1 | Oil on every card | gear | | | drop T 1
2 | Who left that valve open? | gear | | | fort me -1
1 | A second spout appears | gear | | | serve T 1
1 | The coin slot jammed | gear | | | pay T inn 1
1 | It prints money! Small money | gear | | | pay inn me 1
1 | Spare parts everywhere | gear | | | draw me 1
""",
    "phrenk": """
3 | A slap on the back, troll size | action | act | | fort T -3
2 | Careful, that jar explodes | action | act | | fort T -3; brew
1 | Open a window, quick | action | act | | fort others -1
2 | A free taste of batch nine | action | act | | alc T +2
2 | You're looking a little green. Drink this. | action | act | | alc T -3; pay T me 2
1 | That bottle was an heirloom | action | act | | pay T me 2
2 | I only swallow my own work | sometimes | drink.mine | | ignoredrink
2 | Here ya go... This'll make that drink better! | sometimes | drink.any | | moddrink +2
2 | I think you'll appreciate this drink more than I will | sometimes | drink.mine | | passdrink T
1 | Let me top that up | sometimes | drink.any | | chaser
2 | Thick hide, thicker head | sometimes | hit.fort | | cut fort 2
1 | It grows back, you know | sometimes | hit.fort | | ignore
1 | My purse keeps leeches | sometimes | hit.fort hit.gold | | ignore
2 | Acid answers acid | sometimes | hit.fort | | fort hitter -2
1 | Deposit back on the bottle | sometimes | lost.gold | | pay inn me 1
1 | Put a cork in it | sometimes | card.action | | negate
1 | Smoke over the card table | cheating | round.turn | | control; oust T
1 | The cauldron needs stirring | sometimes | round.start round.in | | leave
1 | Purely medicinal | anytime | any | | fort me +2 or alc me -2
""",
    "potion": """
3 | Partial Antidote | sometimes | drink.any | | moddrink -1
2 | Tonic of the ox | anytime | any | | fort me +1
2 | Sobering salts | anytime | any | | alc me -1
3 | Fuming concentrate | sometimes | drink.any | | moddrink +1
2 | Slow burner | sometimes | drink.any | | fortdrink -1
2 | Bark-skin draught | sometimes | hit.fort | | cut fort 2
2 | Flask with a short fuse | anytime | any | | fort T -1
1 | Forgetting vapour | sometimes | card.sometimes | | negate
1 | Loaded liquor | cheating | round.turn | | control
2 | Silver-tongue syrup | anytime | any | | pay T me 1
""",
    "kaylin": """
3 | Don't call me cute! | action | act | | fort T -2
2 | Actually, his bite is worse than his bark | action | act | wolf | fort T -3
2 | Fetch! No, fetch HIM! | action | act | wolf | fort T -3
1 | Sneezing dust for the whole room | action | act | | fort others -1
1 | Both ankles at once | action | act | wolf | fort TT -1
2 | Big eyes, empty purse | action | act | | pay T me 4
1 | A hat goes round the table | action | act | wolf | pay others me 1
1 | Drinks for everyone taller than me | action | act | | order 2
1 | Ah! I really needed a bath | sometimes | drink.mine | | ignoredrink
1 | Why do they have to make these tankards so big? | sometimes | drink.mine | | ignoredrink
2 | Not now, I'm feeding Wulfric | sometimes | drink.mine round.start round.in | wolf | ignoredrink or leave
1 | Swapped at wing speed | sometimes | drink.mine | | passdrink T
1 | A pinch of something silly | sometimes | drink.any | | moddrink +2
1 | I can see through the lid | anytime | any | | peek deck 3; draw me 1
2 | ~ Poof! ~ | sometimes | hit.fort hit.alc hit.gold | | ignore
1 | Too small to aim at | sometimes | hit.fort | | cut fort 2
1 | You hit my reflection | sometimes | hit.fort | | redirect T
1 | He guards the small one | sometimes | hit.fort | wolf | fort hitter -2; mood
2 | We don't think so! | sometimes | card.sometimes | wolf | negate
1 | That spell fizzled, how sad | sometimes | card.action | | negate
1 | Do you even know how to play this game? | cheating | round.turn | | control
1 | Three aces under one wing | cheating | round.turn | | control; skim 1
1 | Asleep in his fur | anytime | any | wolf | fort me +2 or alc me -2
""",
    "mood": """
2 | Ears up, nose down | mood | | | wolf.fort +1
2 | Off his dinner | mood | | | wolf.fort -1
2 | Curled round her feet | mood | | | guard 1
1 | Begging at the next table | mood | | | onwolf pay inn me 1
1 | Howling at the rafters | mood | | | onwolf fort T -1
3 | Chasing his own tail | mood | | | none
1 | Muddy paws on the table | mood | | | onwolf fort me -1
""",
}

DRINKS = """
2 | Light Ale | drink | 1 | 0 | | |
1 | Light Ale with a Chaser | drink | 1 | 0 | chaser | |
2 | Dark Ale | drink | 1 | 0 | | |
1 | Orchard Cider with a Chaser | drink | 1 | 0 | chaser | |
2 | Wine | drink | 2 | 0 | | |
2 | Wine with a Chaser | drink | 2 | 0 | chaser | |
2 | Elven Wine | drink | 3 | 0 | | |
1 | Elven Wine with a Chaser | drink | 3 | 0 | chaser | |
2 | Dragon Breath Ale | drink | 4 | 0 | | |
1 | Gnomish Inspirational Ale | drink | 2 | 0 | | 2 |
1 | Mead | drink | 3 | 0 | | | split
1 | We're cutting you off! | drink | -1 | 0 | | |
1 | Hedge Berry Cordial | drink | 1 | 1 | | |
1 | Fireside Toddy | drink | 2 | 1 | | |
1 | Cave Moonshine | drink | 3 | -1 | | |
1 | Giant's Nightcap | drink | 5 | 0 | | |
1 | Well Water | drink | -1 | 0 | | |
1 | Warm Goat's Milk | drink | 0 | 1 | | |
1 | Scalding Chicory | drink | -2 | -1 | | |
1 | Bottom of the Mop Bucket | drink | 0 | -2 | | |
2 | Drinking Contest | event | | | | |
2 | Round on the House | event | | | | |
"""
"""Count, title, type, AC, Fort, chaser, cards drawn, own split."""
