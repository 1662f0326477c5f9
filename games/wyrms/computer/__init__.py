"""Computer players of the wyrms."""
