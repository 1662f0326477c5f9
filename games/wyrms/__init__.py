"""A Conclave of Wyrms: its cards, who takes a gathering, what a cycle scores, the game, a computer player."""
