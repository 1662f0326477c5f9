"""Looking back and what follows from outcomes, tested with a real store."""
