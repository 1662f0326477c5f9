"""Messages as component JSON: all that Discord shows of a table, a purse or a page of rules.

Painters take a `TableView`, whose scene holds only what its viewer may see, and return JSON; they know no game.
`components` and `custom_ids` are the bottom. `text` writes words, `blocks` paints the blocks of a scene, `hand` the
private panel, and `table` the message that everyone sees, its menus and its picture.
"""
