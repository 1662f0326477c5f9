"""The decks of the tavern: their files, and the code that reads and checks them."""
