"""The shared of games/parlour."""
