"""The money of a table. `cashier.Cashier` is the facade; its module describes the others."""
