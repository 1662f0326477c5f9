"""Figures, probes and logs for those who run the bot."""
