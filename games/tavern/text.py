"""Every sentence of the tavern: the rules, events, questions, notes, the sheet, results."""

from __future__ import annotations

from collections.abc import Mapping

RULES = """\
**Drink, brawl, gamble; the last one standing wins.** You're out when your AC (how drunk you've got) reaches your Fort
(how much you can take), or when you have no Gold left.

Everyone is a character with a deck of 40 cards and starts with Fort 20, AC 0, 10 Gold (8 with two players, 12 with
seven or eight), seven cards, and one Drink face down on the pile. A turn has four phases.

1. **Discard and draw.** Throw away what you like, then draw up to seven cards.
2. **Action.** Play one Action card, or none.
3. **Order a Drink.** The top of the Drink Deck goes onto another player's pile; nobody looks at it.
4. **Drink.** Turn up the top of your pile and take what it says. With a *chaser* the next card joins it. With an
   empty pile you sober up: AC −1.

**Answering.** You can answer anything that's played or turned up: with *Sometimes* cards when what they say is
happening, with *Anytime* cards always. Everyone who could have a fitting card is asked at once and in secret, whether
they hold one or not; say nothing and you pass. One card gets played: Anytime before Sometimes, then in turn order.
Others can answer that one too; when it's done, everyone is asked again about the card beneath. *Negate*: the card
doesn't happen. *Ignore*: it does nothing to you. Some cards make a loss smaller or turn it on someone else.

**Gambling.** A card starts a Round: everyone antes 1, and its player is in control. In turn, play a Gambling or
Cheating card to take control, or pass. When everyone else has passed, the pot is yours. After *Winning Hand!* only a
Cheating card will do.

**Events.** *Drinking Contest*: everyone reveals from the Drink Deck and drinks; the strongest Drink wins 1 Gold from
each other player; ties drink again. *Round on the House*: one Drink is turned up, and everyone drinks a copy.

**Losing.** First every card played is settled; then players in danger get a last chance to play cards. When you pass
out, half your Gold, rounded up, goes to the Inn, and the others share the rest. If everyone passes out at once it's a
tie. If the Drink Deck runs out, everyone pays 1 for a new one.

**Characters.** *Serena* has faith, 0 to 15: from 10 on she gains 1 Fort each turn, below 5 she loses a card.
*Wizgille* turns up a Gear card with some of hers. *Phrenk* always has a Potion on show, as an eighth card. *Kaylin's*
wolf Wulfric has moods that change her wolf cards.

**Example.** Kaylin plays "Don't call me cute!" on Serena: 2 Fort. Serena answers "How dare you strike a Paladin!",
which would cost Kaylin 2. Kaylin negates that with "We don't think so!". Serena's Fort falls from 20 to 18; Kaylin
keeps hers, and Serena's faith doesn't move.
"""

_RESPOND = {
    "pass": "Pass",
    "pass_on": "Pass on this",
    "wait": "Wait",
}

WORDS: Mapping[str, str] = {
    # setup
    "is": "{seat:seat} is {name}.",
    "badge:is": "{name}",
    "order_of_play": "The order of play: {seats:seats}.",
    "badge:faith": "{name}, Piety {piety} ({band:line})",
    "band:grace": "Grace",
    "band:duty": "Duty",
    "band:doubt": "Doubt",
    # what waits on the stack
    "layer:card": "{seat:seat}: {card:item}",
    "layer:card_at": "{seat:seat} → {targets:seats}: {card:item}",
    "layer:gear": "Gear: {card:item}",
    "layer:gear_at": "Gear → {targets:seats}: {card:item}",
    "layer:event": "{card:item}",
    # what it does as things stand
    "now:fort": "{seat:seat} {fort:+} Fort",
    "now:ac": "{seat:seat} {ac:+} AC",
    "now:gold": "{seat:seat} {gold:+} Gold",
    "now:safe": "{seat:seat} loses nothing",
    "now:nothing": "nothing happens",
    # and why that is not what it says
    "but:gear": "with {card:item}",
    "but:gear_at": "with {card:item} on {targets:seats}",
    "but:mood": "Wulfric: {card:item}",
    "but:wolf_at": "Wulfric goes for {targets:seats}",
    "but:ignored": "{seats:seats} ignored it",
    "but:turned": "turned from {origin:seat} on {victim:seat}",
    "but:guard": "Wulfric takes {n} off for {victim:seat}",
    "but:cut": "{victim:seat} took {n} off",
    "layer:cup": "{seat:seat} drinks {ac:+} AC",
    "layer:cup_fort": "{seat:seat} drinks {ac:+} AC, {fort:+} Fort",
    "layer:ignored": "{seat:seat} ignores the Drink",
    "begins": "{seat:seat} takes the first turn.",
    "character": "Who will you be?",
    "character:serena": "{serena}",
    "character:wizgille": "{wizgille}",
    "character:phrenk": "{phrenk}",
    "character:kaylin": "{kaylin}",
    # phases
    "phase:draw": "{seat:seat}: discard and draw",
    "phase:action": "{seat:seat}: action",
    "phase:order": "{seat:seat}: order a drink",
    "phase:drink": "{seat:seat}: drink",
    "phase:gamble": "Gambling, nobody in control: {seat:seat} to play",
    "phase:gamble_control": "Gambling, {who:seat} in control: {seat:seat} to play",
    # cards
    "draws": "{seat:seat} draws {n}.",
    "drew": "You draw {cards:items}.",
    "discards": "{seat:seat} discards {n}.",
    "plays": "{seat:seat} plays {card:item}{way}.",
    "plays_at": "{seat:seat} plays {card:item} on {targets:seats}{way}.",
    "wolf_at": "Wulfric goes for {targets:seats}.",
    "gear_at": "{card:item} goes for {targets:seats}.",
    "negated": "{card:item} is negated.",
    "ignores": "{seat:seat} ignores {card:item}.",
    "redirects": "{seat:seat} turns the loss on {target:seat}.",
    "cuts": "{seat:seat} takes {n} off the loss.",
    "loses_fort": "{seat:seat} loses {n} Fort.",
    "loses_nothing": "{seat:seat} loses no Fort.",
    "gains_fort": "{seat:seat} gains {n} Fort.",
    "gains_ac": "{seat:seat} gains {n} AC.",
    "sheds_ac": "{seat:seat} sheds {n} AC.",
    "pays": "{seat:seat} pays {taker:seat} {n} Gold.",
    "pays_inn": "{seat:seat} pays the Inn {n} Gold.",
    "inn_pays": "The Inn pays {taker:seat} {n} Gold.",
    "peeks": "{seat:seat} looks at the top {n} of the Drink Deck.",
    "peeked": "On top of the Drink Deck, the next first: {cards:items}.",
    "gear": "{seat:seat} turns up {card:item}.",
    "potion": "{seat:seat} turns up {card:item}.",
    "brews": "{seat:seat} shows {card:item}.",
    "mood": "Wulfric's mood: {card:item}.",
    "grace": "Grace: {seat:seat} gains 1 Fort.",
    # drinks
    "orders": "{seat:seat} orders a Drink for {target:seat}.",
    "served": "{seat:seat} gets a Drink on their pile.",
    "runs_dry": "The Drink Deck is empty. {seats:seats} pay 1 Gold each for a new one.",
    "reveals": "{seat:seat} reveals {card:item}.",
    "chaser": "A chaser: {card:item}.",
    "ignores_drink": "{seat:seat} ignores the Drink.",
    "passes": "{seat:seat} passes the Drink to {target:seat}.",
    "splits": "{seat:seat} splits the Drink with {target:seat}.",
    "changes_drink": "{seat:seat}'s Drink now has {ac} AC ({n:+}).",
    "changes_drink_fort": "{seat:seat}'s Drink now moves Fort by {fort:+}.",
    "drinks": "{seat:seat} drinks: AC {ac:+}, Fort {fort:+}.",
    "sobers_up": "{seat:seat} has nothing to drink and sobers up: AC −1.",
    "contest": "A drinking contest: {seats:seats}.",
    "contest_tie": "{seats:seats} tie and drink again.",
    "contest_won": "{seat:seat} wins the contest and gets {n} Gold.",
    "contest_nobody": "Nobody wins the contest.",
    "fails": "{seat:seat} is under the table until the contest is over.",
    # gambling
    "round_starts": "{seat:seat} starts a round of gambling.",
    "antes": "An ante of {n} from {seats:seats}: {pot} Gold in the pot.",
    "control": "{seat:seat} is in control.",
    "leaves_round": "{seat:seat} is out of the round.",
    "passes_round": "{seat:seat} passes.",
    "skims": "{seat:seat} takes {n} Gold from the pot.",
    "round_won": "{seat:seat} wins the pot of {n} Gold.",
    "round_lost": "The pot of {n} Gold goes to the Inn.",
    # losing
    "pass_out": "Passed out: {seats:seats}.",
    "divides": "{seat:seat} leaves {n} Gold: {share} for each player still standing, the rest for the Inn.",
    "clears": "The bar clears {seat:seat}'s Drinks: {cards:items}.",
    "broke": "Out of Gold and out of the inn: {seats:seats}.",
    # questions
    "play": "Play",
    "back": "Back",
    "choose": "Choose",
    "take_back": "Take one back",
    "done": "Done",
    "discard": "Discard what you like. You draw back up to seven.",
    "discard:choose": "Cards to discard",
    "discard:done": "Draw",
    "action": "Play an Action, and buy someone a drink.",
    "action:no_action": "No action, drink later",
    "action:done": "No action",
    "action:aim:orders": "Drink for (or choose later):",
    "order": "Who gets a drink? You order {n}.",
    "order:done": "Order",
    "order:aim:orders": "Drinks for:",
    "reorder": "Your Drinks go where you said.",
    "reorder:menu": "Change the Drinks",
    "reorder:done": "Change",
    "respond": "Respond?",
    **{f"respond:{key}": words for key, words in _RESPOND.items()},
    "respond_late": "The others have decided. Respond?",
    "respond_late:pass": "Pass",
    "gear_targets": "{card:item} comes with your card. Who does it hit?",
    "gear_shown": "{card:item} comes with your card.",
    "gear_shown:leave_it": "Leave it",
    "gamble": "Your gambling turn. {pot} Gold in the pot.",
    "gamble:play": "Play",
    "gamble:pass": "Pass",
    "last_chance:play": "Play",
    "last_chance": "Last chance: Fort {fort}, AC {ac}, Gold {gold}. Any last card?",
    "last_chance:pass": "Pass",
    "phase_end": "You've lost Gold. Get some back?",
    "phase_end:play": "Play",
    "phase_end:pass": "Pass",
    "split_mead": "Share your Mead?",
    "split_mead:drink_it": "Drink it alone",
    "split_mead:aim:target": "Share with:",
    "brew": "Keep {old:item}, or take {new:item}?",
    "brew:keep": "Keep {old:item}",
    "brew:take": "Take {new:item}",
    "drop": "Discard {n}.",
    "play_card": "At any time:",
    "standing": "Auto-pass: what should I skip for you? Only you can see this.",
    "standing:menu": "Auto-pass",
    "standing:now": "Auto-passing: {all}",
    "standing:until_turn": "Everything until my next turn",
    "standing:only_hits": "Anything that doesn't hit me",
    "standing:pass_gambling": "My gambling turns this round",
    "standing:ask_all": "Nothing: ask me every time, and wait for me",
    "standing:amount": "Others' Drinks below {n} AC",
    # what a card is aimed at
    "aim:target": "Target:",
    "aim:target:one": "{seat:seat}",
    "aim:target:button": "{seat:seat} · Fort {fort}, AC {ac}",
    "aim:wolf": "The wolf goes for:",
    "aim:wolf:one": "{seat:seat}",
    "aim:wolf:button": "{seat:seat} · Fort {fort}, AC {ac}",
    "aim:drink": "Which Drink?",
    "aim:drink:one": "Drink {n}",
    "aim:loss": "Whose loss?",
    "aim:loss:one": "{seat:seat}'s",
    "aim:orders": "Drinks for:",
    "aim:orders:one": "🍺 {seat:seat}",
    "aim:orders:button": "🍺 {seat:seat} · Fort {fort}, AC {ac}",
    "aim:potion": "Potion to keep on show:",
    "aim:doubt": "Doubt costs you a card:",
    "aim:discard": "Discard:",
    # by which public fact a seat is asked
    "why:hit.fort": "would lose Fort",
    "why:hit.alc": "would gain AC",
    "why:hit.gold": "would lose Gold",
    "why:drink.mine": "is about to drink",
    "why:drink.any": "can change Drinks",
    "why:card.action": "can negate actions",
    "why:card.sometimes": "can negate answers",
    "why:card.cheat": "can catch cheats",
    "why:card.drinkmod": "can guard Drinks",
    "why:gear.mine": "turned up the Gear card",
    "why:round.start": "may stay out of the round",
    "why:round.in": "may leave the round",
    "why:round.tip": "may tip the Wench",
    "why:event": "may answer an Event",
    # the sheet and the result
    "sheet:values": "",
    "sheet:fort": "Fort",
    "sheet:ac": "AC",
    "sheet:gold": "Gold",
    "sheet:hand": "Hand",
    "sheet:pile": "Pile",
    "respond:open": "Respond",
    "respond:asked": "Waiting for",
    "respond:given": "Your answer: **{answer}**. You can change it until the window closes.",
    "result:won": "{seat:seat} is the last one standing!",
    "result:tie": "{seats:seats} go under the table together",
    "you:won": "You won {n}: you're the last one standing.",
    "you:first": "You won: you're the last one standing.",
    "you:lost": "You lost {n} and came {place} of {count}: {mine:line}. {who:seats} outlasted you.",
    "you:behind": "You came {place} of {count}: {mine:line}. {who:seats} outlasted you.",
    "result:stands": "{name}, Fort {fort}, AC {ac}, {gold} Gold",
    "result:out": "{name}, under the table with Fort {fort}, AC {ac}",
    "result:broke": "{name}, out of Gold",
    "result:left": "{name}, gone home",
}
