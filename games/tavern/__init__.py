"""The tavern game: drink, brawl, gamble, and answer what the others do."""
