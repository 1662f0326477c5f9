"""The REST API: its routes, its rate limits, and the messages, interactions and commands behind them."""
