"""The seven games of gembones, dice that are money: a folder for each game, and what they share.

Every game has the same files: `__init__` (its data sheet `GAME` and the coroutine `play`), `options`, `texts.toml`
(rules and words), `odds`, `computer`, and `state` where one game needs a record of its own. `shared` stands below the
games, `spotlight` above `shared`.
"""
