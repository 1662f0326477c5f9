"""Members' money away from the tables: purses, gifts, the toy shop, and limits that members set for themselves.

`accounts.MemberAccounts` is the one collaborator that all services here share: it finds a member's account, reads
amounts, commits, and holds the queue on which everything that changes a purse runs one after the other. The services
beside it (`WalletService`, `GiftService`, `ToyShop`) know nothing of Discord: a cog calls them and shows the answer.
`loss_limits` stands below the tables, which ask it before they take a stake.
"""
