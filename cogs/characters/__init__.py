"""`/my character`: who a member plays as, and what their talents do in a match."""
