"""The host of a world: the layer beneath the bot, made of paper, so that a seed decides it all.

machine         clock and luck of the machine: `time`, `secrets`, `random`, before anything else is imported
loop            one loop for all processes; time jumps to the next timer, a killed process runs no more
threads         work in threads, one at a time: a statement may pause in the middle of its work
network         connections in memory
model_server    a PostgreSQL server: sessions, transactions, row locks; its rows are in a SQLite file
"""
