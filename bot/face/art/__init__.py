"""Everything that is drawn: emoji, tables, results and charts, all from the same signs, shapes and colours.

Nothing here knows Discord or a match. `pieces` returns the parts of a picture, `drawing` turns a list of them into a
file; `emoji` draws one item by its key. The same description always gives the same bytes.
"""
