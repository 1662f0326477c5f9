"""A small HTTP server for probes and Prometheus: `/livez`, `/readyz` and `/metrics`.

It runs in a thread, so that `/livez` can report a hung event loop.
"""

from __future__ import annotations

import logging
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from bot.monitoring.monitor import Monitor

log = logging.getLogger(__name__)

PLAIN = "text/plain; charset=utf-8"


class MonitoringServer:
    """Answers on `host` and `port` (0 picks a free one) from `start` to `stop`.

    Raises `OSError` if the port is taken.
    """

    def __init__(self, monitor: Monitor, host: str, port: int) -> None:
        self._http = _Server((host, port), _Handler)
        self._http.monitor = monitor
        self._thread = threading.Thread(target=self._http.serve_forever, name="monitoring", daemon=True)

    @property
    def port(self) -> int:
        """The port in use."""
        return int(self._http.server_address[1])

    def start(self) -> None:
        """Start answering."""
        self._thread.start()

    def stop(self) -> None:
        """Stop answering, and release the port."""
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    monitor: Monitor

    def handle_error(self, request: object, client_address: object) -> None:
        """Log the fault of a request as a line, not as a traceback on stderr: a probe that hung up is no fault."""
        log.debug("a probe from %s failed", client_address, exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 5

    def do_GET(self) -> None:
        """Answer a probe or a scrape."""
        monitor = self.server.monitor
        match self.path.partition("?")[0]:
            case "/metrics":
                self._send(HTTPStatus.OK, generate_latest(monitor.metrics.registry), CONTENT_TYPE_LATEST)
            case "/livez" | "/readyz" as probe:
                health = monitor.live() if probe == "/livez" else monitor.ready()
                status = HTTPStatus.OK if health.ok else HTTPStatus.SERVICE_UNAVAILABLE
                self._send(status, f"{health.sentence}\n".encode(), PLAIN)
            case _:
                self._send(HTTPStatus.NOT_FOUND, b"There are /metrics, /livez and /readyz.\n", PLAIN)

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, since probes come every few seconds."""
