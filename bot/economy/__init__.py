"""Members' money away from the tables: purses, gifts, the toy shop.

`accounts.MemberAccounts` is the one collaborator that all services here share: it finds a member's account, reads
amounts, commits, and holds the queue on which everything that changes a purse runs one after the other. The services
beside it (`WalletService`, `GiftService`) know nothing of Discord: a cog calls them and shows the answer.
They know no table: `MemberTables` is the little that they ask of them.
"""
