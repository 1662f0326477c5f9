"""`/house`: what the admins of a place decide there."""
