"""The money of a table: `cashier.Cashier` is the facade, and its docstring says what the other modules do."""
