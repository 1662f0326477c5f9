"""`/leaderboard`: the boards of a place."""
