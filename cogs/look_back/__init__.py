"""Looking back at a match, answer by answer, as one viewer saw it."""
