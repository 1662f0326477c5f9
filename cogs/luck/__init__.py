"""`/luck`: what the dice and cards of a place have shown, beside what is likely."""
