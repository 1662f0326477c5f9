"""The table message: lobby, play and result, the menu of settings, guests, and the picture of the table."""
