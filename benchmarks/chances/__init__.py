"""Fits the chance to win in the tavern, which its shark goes by: `python -m benchmarks.chances [MATCHES]`.

A shark and three regulars play matches. At the start of some turns the position of each seat is noted, and afterwards
how much of the win it had. A multinomial logit of all these positions, by how many players are left, is written to
`games/tavern/computer/win_chance.toml`. The shark of a fit plays by the numbers of the one before.

The fit stops short of the likeliest numbers, and plays better for it: those trust that rivals always strike at the
weakest, and win far less often among rivals who don't.
"""
