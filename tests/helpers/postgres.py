"""One PostgreSQL server for the whole run of tests, started when it is first needed, and a fresh database a test.

The server stands in a temporary folder and listens on a socket there, and nowhere else. It does not wait for the disk:
whatever a killed process or a killed server would lose is not lost with it, only what a power cut would. The folder of
its programs is named by DICENIGHT_POSTGRES, where its absence must be a failure; else it is looked for, and tests that
want it are left out where there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from db.opening import Location
from db.postgres.address import is_postgres
from db.postgres.connection import PostgresConnection, connect
from db.postgres.migrate import known_steps, migrate

RUN = "DICENIGHT_TEST_RUN"
"""The variable that names the folder of this run; all worker processes of it inherit it."""
TEMPLATE = "house"
NOBODY = ("postgres", "nobody")
"""System users in whose name the server runs if the tests run as root, which it refuses."""


def programs() -> Path | None:
    """Return the folder of the newest server's programs, or None. A variable that names none fails the test."""
    named = os.environ.get("DICENIGHT_POSTGRES")
    if named is not None:
        if not (Path(named) / "initdb").exists():
            pytest.fail(f"DICENIGHT_POSTGRES names {named!r}, and there is no PostgreSQL")
        return Path(named)
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return installed[-1].parent if installed else None


class Server:
    """A server in a folder of its own."""

    def __init__(self, folder: Path, bin: Path) -> None:
        self.folder, self.bin = folder, bin
        self._user = next(name for name in NOBODY if _is_user(name)) if os.geteuid() == 0 else None

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self.bin / program, "-D", self.folder / "data", *arguments],
            user=self._user,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=120,
        )

    def create(self, *, durable: bool = False) -> None:
        """Make the folder and start the server in it; a durable one survives being killed."""
        self.folder.mkdir(mode=0o700)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        who = ["-U", "dicenight", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        self._run("initdb", *who)
        with open(self.folder / "data" / "postgresql.conf", "a", encoding="ascii") as settings:
            settings.write(
                f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nmax_connections = 200\n"
                f"fsync = {'on' if durable else 'off'}\nautovacuum = off\nshared_buffers = 32MB\n"
            )
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"))

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: `fast` ends all sessions in order, `immediate` drops everything as a crash does."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    @property
    def is_running(self) -> bool:
        """True from the start to the stop."""
        return (self.folder / "data" / "postmaster.pid").exists()

    def _parent(self) -> psutil.Process:
        """Return the process of which all sessions are children."""
        return psutil.Process(
            int((self.folder / "data" / "postmaster.pid").read_text("ascii").split(maxsplit=1)[0])
        )

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let the server stand still, with its connections open, as with a disk that hangs."""
        parent = self._parent()
        parent.suspend()  # first, so that it gets no more children
        children = parent.children()
        for process in children:
            process.suspend()
        try:
            yield
        finally:
            for process in (*children, parent):
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def kill(self) -> None:
        """`kill -9` the server with all its sessions, and wait until they are gone."""
        parent = self._parent()
        parent.suspend()  # so that it has no more children than those
        family = [*parent.children(), parent]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(family, timeout=30)

    def url(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://dicenight@/{database}?host={self.folder}"

    def connect(self, database: str = "postgres") -> PostgresConnection:
        """Connect to a database."""
        return connect(self.url(database))

    def fresh(self, template: str = TEMPLATE) -> str:
        """Make a database like the template, and return its address."""
        name = f"t{uuid4().hex}"
        with closing(self.connect()) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Throw a database away, with the connections to it that a test has left."""
        name = url.partition("@/")[2].partition("?")[0]
        with closing(self.connect()) as db:
            db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _is_user(name: str) -> bool:
    import pwd

    with suppress(KeyError):
        return pwd.getpwnam(name) is not None
    return False


@cache
def server() -> Server:
    """Return the server of this run, starting it if no other worker has. Skips the test if there is none."""
    import fcntl  # not on Windows, where there is no server either

    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    run = Path(os.environ[RUN])
    ours = Server(run / "postgres", found)
    with open(run / "postgres.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ours.folder.exists():
            ours.create()
            with closing(ours.connect()) as db:
                db.execute(f"CREATE DATABASE {TEMPLATE}")
            with closing(ours.connect(TEMPLATE)) as db:
                migrate(db, known_steps())
    return ours


_idle: list[str] = []
"""Databases of this process that have been emptied: to make one takes many times as long."""

ENDING = 60_000
"""Milliseconds for sessions of a test that has ended; from PostgreSQL 14 on its end can be waited for."""
_SESSIONS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
_EMPTY = """
    DO $$
    DECLARE
        name TEXT;
    BEGIN
        SET LOCAL session_replication_role = replica;
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
                       AND tablename NOT IN ('schema_version', 'units', 'secrets') LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences LOOP
            PERFORM setval(CAST(name AS regclass), 1, false);
        END LOOP;
    END $$
"""
_SHAPE = (
    "SELECT (SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_trigger),"
    " (SELECT count(*) FROM pg_attribute), (SELECT version FROM schema_version)"
)


@contextmanager
def own_server() -> Iterator[Server]:
    """Start a server that a test may stop; skip the test where PostgreSQL is not installed."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)
        own = Server(Path(folder) / "server", found)
        own.create()
        yield own
        if own.is_running:
            own.stop("immediate")


@contextmanager
def fresh_database() -> Iterator[str]:
    """Yield the address of a database for the block, with an empty house in it."""
    url = _idle.pop() if _idle else server().fresh()
    try:
        yield url
    finally:
        _return(url)


@contextmanager
def fresh_location(engine: str) -> Iterator[Location]:
    """Yield a location for a store on `sqlite` or `postgres`; it is thrown away after the block."""
    if engine == "postgres":
        with fresh_database() as url:
            yield url
    else:
        with tempfile.TemporaryDirectory(prefix="dicenight-") as folder:
            yield Path(folder) / "store.db"


_places: dict[Path, str] = {}


def location_for(path: Location) -> Location:
    """Return the location of the store that a test keeps at `path`.

    It is `path` itself, or with DICENIGHT_TEST_STORE=postgres a database that belongs to it until `end_locations`.
    """
    if is_postgres(path) or os.environ.get("DICENIGHT_TEST_STORE", "sqlite") != "postgres":
        return path
    path = Path(path)
    if path not in _places:
        _places[path] = _idle.pop() if _idle else server().fresh()
    return _places[path]


def end_locations() -> None:
    """Let the next test have the databases of this one."""
    while _places:
        _return(_places.popitem()[1])


def _return(url: str) -> None:
    if _emptied(server(), url):
        _idle.append(url)
    else:
        server().drop(url)


def _emptied(ours: Server, url: str) -> bool:
    """Empty a database that a test has used; false for one whose schema is another now."""
    with closing(ours.connect(TEMPLATE)) as db:
        shape = db.execute(_SHAPE).fetchone()
    with closing(connect(url)) as db:
        # waits for their end: until then they hold the lock, and on a busy machine that outlasts this test
        db.execute(f"SELECT pg_terminate_backend(pid, {ENDING}) {_SESSIONS}")
        if db.execute(_SHAPE).fetchone() != shape:
            return False
        db.execute(_EMPTY)
    return True


# ---- the run


def begin_run() -> None:
    """Name the folder of this run, before any worker is started."""
    if RUN not in os.environ:
        folder = tempfile.mkdtemp(prefix="dicenight-tests-")
        os.chmod(folder, 0o711)  # the server's user must get to its own folder in there
        os.environ[RUN] = folder


def end_run() -> None:
    """Stop the server of this run, if one was started, and remove its folder."""
    run = Path(os.environ.pop(RUN))
    found = programs()
    if found is not None and (ours := Server(run / "postgres", found)).is_running:
        ours.stop("immediate")
    shutil.rmtree(run, ignore_errors=True)
