"""`/my profile`: what a member has played and won here."""
