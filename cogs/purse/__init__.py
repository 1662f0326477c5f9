"""`/purse`: a member's gembones, and what can be done with them."""
