"""Words: lines of a scene as sentences, names of cards and dice, amounts of money."""
