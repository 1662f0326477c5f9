"""The shared of games/gembones."""
