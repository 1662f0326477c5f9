"""The games of gembones, dice that are money; one file a game, and what they share."""
