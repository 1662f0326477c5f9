"""`/today`: one table a day, the same for everybody, with one try."""
