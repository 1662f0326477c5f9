"""Figures and health of a running process, for its operators.

`metrics` holds the figures that the bot counts, `monitor` samples the process each second, and `server` answers
`/metrics`, `/livez` and `/readyz` from a thread of its own, so that it answers even when the event loop hangs. `logs`
writes the log, as lines or as JSON; `sentry` reports faults without names or tokens. No figure identifies a person or a
server.
"""
