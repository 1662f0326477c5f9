"""Everything that is drawn: cards, dice and coins as emoji, tables and charts as pictures.

Nothing here knows Discord or a match. `emoji` draws one item by its key; `board` and `chart` draw what
`cogs.ui.table.pictures`
and `cogs.ui.charts` describe. The same description always gives the same bytes.
"""
