"""The seven games of gembones, dice that are money: a folder for each game, and what they share.

Every game has the same files: `__init__` (its data sheet `GAME` and the coroutine `play`), `options`, `texts.toml`
(rules and words), `odds`, and `computer` and `state` where one function is not enough. The games import `shared` and
`spotlight`; `spotlight` imports `shared`.
"""
