"""How people find each other: calls for players, and planned nights."""
