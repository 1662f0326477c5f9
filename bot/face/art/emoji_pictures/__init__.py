"""The drawings of the emoji."""
