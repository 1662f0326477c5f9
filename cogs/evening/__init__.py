"""The evening at a table: what it brought to whom, told when the table closes."""
