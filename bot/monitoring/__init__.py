"""Figures and health of a running process, for those who run it.

`metrics` holds the figures that the bot counts, `monitor` looks at the process each second, and `server` answers
`/metrics`, `/livez` and `/readyz` from a thread of its own, so that it speaks even when the event loop hangs. `logs`
writes the log, as lines or as JSON; `sentry` reports faults without names or tokens. No figure tells of a person or a
server.
"""
