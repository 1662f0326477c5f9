"""One seed, one world: processes of the bot, their database and Discord, on one loop with one clock.

    dicenight simulate --house 1:200

The bot is the real one, started by `bot.startup.run` as `dicenight run --shards` starts it; Discord is the playground.
Only the things beneath them are made of paper, so that a seed decides it all and nothing has to be waited for:

    host            clock, luck, loop, threads, network and database of the machine
    faults          what goes wrong, and at which await or statement
    people, pages   members who press what they see, in the chat and on the Activity's page
    plots           promises that ordinary play seldom touches, one of them beside it
    checkers        books, journal, what people were shown and gained, and that everything goes on and is painted
    fixes           what can be taken out, to see that it is missed
    world, story    all of this, for one seed
    copies          a process that has opened its shards is copied for each seed, as `fork` does

The idea is FoundationDB's and TigerBeetle's: a fault at each await of a process and at each statement of its
transactions, then a time without faults in which everything has to go on. A fault that is found is found again with its
seed.
"""
