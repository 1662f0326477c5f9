"""`/table roll`: dice for whatever goes on beside the tables."""
