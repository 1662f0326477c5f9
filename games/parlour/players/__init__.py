"""The computer players of the parlour: hearing, betting, and the plays that several games share."""
