"""Rules that several gembone games share: options, stakes, matches for points, the guide of all games."""
