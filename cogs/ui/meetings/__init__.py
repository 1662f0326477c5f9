"""Messages that bring people together: calls for players, planned nights, and the choices about notices."""
