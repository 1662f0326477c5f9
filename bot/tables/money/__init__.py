"""The money of a table. `cashier.Cashier` has all of it; its module describes the others."""
