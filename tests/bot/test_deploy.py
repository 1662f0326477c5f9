"""The files of `deploy/` name figures, ports, paths and commands that exist."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import typer.main
import yaml

from bot.cli import app
from bot.fleet.lease_keeper import CONNECT_PATIENCE
from bot.monitoring.metrics import Metrics
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
YAML = sorted([*DEPLOY.rglob("*.yaml"), *DEPLOY.rglob("*.yml")])
FIGURE = re.compile(r"\bdicenight_[a-z0-9_]+")
STORE_FIGURES = {"dicenight_commit_groups", "dicenight_commit_seconds", "dicenight_commit_units"}
LEASE_FIGURES = {"dicenight_shards", "dicenight_shard_leases"}
SUFFIXES = {
    "counter": ["_total"],
    "gauge": [""],
    "info": ["_info"],
    "histogram": ["_bucket", "_sum", "_count"],
}


def known_figures() -> set[str]:
    """The names under which Prometheus finds the bot's figures."""
    families = [(family.name, family.type) for family in Metrics().registry.collect()]
    families += [(name, "counter") for name in STORE_FIGURES]
    families += [(name, "gauge") for name in (*LEASE_FIGURES, "dicenight_oldest_unsaved_seconds")]
    families = [(name, kind) for name, kind in families if name.startswith("dicenight")]
    return {name + suffix for name, kind in families for suffix in SUFFIXES[kind]}


def load(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text("utf-8"))


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_every_file_is_yaml(path: Path) -> None:
    assert list(yaml.safe_load_all(path.read_text("utf-8")))


def test_alerts_ask_for_figures_that_there_are() -> None:
    rules = [rule for group in load("prometheus/alerts.yml")["groups"] for rule in group["rules"]]
    for rule in rules:
        assert set(FIGURE.findall(rule["expr"])) - known_figures() == set(), rule["alert"]
        assert rule["annotations"]["summary"].endswith(".")
        assert rule["labels"]["severity"] in ("page", "ticket")
    assert len({rule["alert"] for rule in rules}) == len(rules)


def test_the_board_shows_every_figure_and_no_other() -> None:
    board = json.loads((DEPLOY / "grafana" / "dicenight.json").read_text("utf-8"))
    asked: set[str] = set()
    for panel in board["panels"]:
        for target in panel["targets"]:
            asked |= set(FIGURE.findall(target["expr"]))
    known = known_figures()
    assert asked - known == set(), "no such figure in bot/monitoring/metrics.py"
    unused = {name for name in known - asked if not name.endswith(("_bucket", "_sum", "_count"))}
    assert unused == set(), "each figure has a panel in deploy/grafana/dicenight.json"
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places), "no panel lies upon another"


def test_compose_shows_no_port_and_mounts_what_there_is() -> None:
    compose = load("compose.yaml")
    bot = compose["services"]["bot"]
    assert "ports" not in bot
    assert bot["read_only"]
    assert bot["cap_drop"] == ["ALL"]
    for service in compose["services"].values():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in compose["volumes"]
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:")
    [target] = load("prometheus/prometheus.yml")["scrape_configs"][0]["static_configs"][0]["targets"]
    assert target == f"bot:{bot['environment']['DICENIGHT_MONITORING_PORT']}"


def test_the_database_of_the_postgres_profile_is_the_one_that_the_pages_name() -> None:
    compose = load("compose.yaml")
    bot, postgres = compose["services"]["bot"], compose["services"]["postgres"]
    assert postgres["profiles"] == ["postgres"], "the bot alone needs none"
    assert "ports" not in postgres
    assert bot["depends_on"]["postgres"] == {"condition": "service_healthy", "required": False}
    assert "pg_isready" in postgres["healthcheck"]["test"]
    environment = postgres["environment"]
    assert environment["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD:-}", "no password of ours"
    for page in (DEPLOY / "compose.yaml", ROOT / "docs" / "hosting.md"):
        text = page.read_text("utf-8")
        [url] = re.findall(r"DICENIGHT_DATABASE=(postgresql://\S+@postgres/\S+)", text)
        [password] = re.findall(r"\bPOSTGRES_PASSWORD=([\w-]+)", text)
        address = urlsplit(str(Settings(database=url, _env_file=None).database))
        assert (address.hostname, address.password) == ("postgres", password)
        assert address.username == environment["POSTGRES_USER"]
        assert address.path == f"/{environment['POSTGRES_DB']}"


def test_nothing_beats_the_database_that_the_host_has_set() -> None:
    """Compose puts `environment` before `env_file`, and reads `.env` for `${...}` only where it is told to."""
    for name in ("bot", "backup"):
        service = load("compose.yaml")["services"][name]
        assert service["env_file"] == "../.env"
        assert "DICENIGHT_DATABASE" not in service["environment"]
    for page in (DEPLOY / "compose.yaml", *(ROOT / "docs").glob("*.md"), ROOT / "README.md"):
        for command in re.findall(r"docker compose -f .*", page.read_text("utf-8")):
            assert command.startswith("docker compose -f deploy/compose.yaml --env-file .env"), command


def test_the_backup_profile_copies_the_bots_database_where_it_may_write() -> None:
    services = load("compose.yaml")["services"]
    bot, backup = services["bot"], services["backup"]
    assert backup["profiles"] == ["backup"]
    assert (backup["image"], backup["read_only"]) == (bot["image"], True)
    assert backup["env_file"] == bot["env_file"], "the same database"
    assert backup["environment"]["DICENIGHT_TOKEN"] == "", "and no need to know the token"
    assert set(bot["volumes"]) < set(backup["volumes"])
    shell, flag, script = backup["entrypoint"]
    assert (shell, flag) == ("sh", "-c")
    [typed] = re.findall(r"while dicenight (.+?);", script)
    name, folder, *options = shlex.split(typed)
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    assert options[0] in {option for param in command.params for option in param.opts}
    assert f"copies:{folder}" in backup["volumes"]
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert f"install -d -o dicenight -g dicenight -m 0700 /data {folder}\n" in image


def test_every_image_is_pinned_by_a_version() -> None:
    services = load("compose.yaml")["services"]
    images = [each["image"] for each in services.values() if "build" not in each]
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    [base] = re.findall(r"^ARG BASE=(\S+)", dockerfile, re.MULTILINE)
    assert re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE) == ["${BASE}", "${BASE}"]
    assert dockerfile.count(f"docker pull {base}\n") == 1
    assert f"docker image inspect --format '{{{{index .RepoDigests 0}}}}' {base})" in dockerfile
    for image in (base, *images):
        assert re.search(r":v?\d+\.\d+", image), image


def test_the_image_runs_as_nobody_and_speaks_to_postgresql() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    [user] = re.findall(r"^USER (\S+)", text, re.MULTILINE)
    assert f"useradd --system --uid 1000 --home-dir /data {user}" in text
    assert text.index("USER ") < text.index("ENTRYPOINT")
    assert re.search(r"^psycopg-binary==", (ROOT / "requirements.txt").read_text("utf-8"), re.MULTILINE)


def settings_named(names: Any) -> set[str]:
    return {name for name in names if name.startswith("DICENIGHT_")}


def test_environments_name_settings_that_there_are() -> None:
    known = {f"DICENIGHT_{name.upper()}" for name in Settings.model_fields}
    named = settings_named(load("compose.yaml")["services"]["bot"]["environment"])
    for path in (DEPLOY / "kubernetes").glob("*.yaml"):
        named |= settings_named(re.findall(r"DICENIGHT_[A-Z_]+", path.read_text("utf-8")))
    named |= settings_named(re.findall(r"DICENIGHT_[A-Z_]+", (ROOT / "Dockerfile").read_text("utf-8")))
    assert named <= known


def checked_pod(deployment: Any) -> Any:
    """The container of a deployment, whose pods run as nobody and answer probes."""
    spec = deployment["spec"]
    pod = spec["template"]
    assert spec["selector"]["matchLabels"].items() <= pod["metadata"]["labels"].items()
    assert pod["spec"]["securityContext"]["runAsNonRoot"]
    [container] = pod["spec"]["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert container["livenessProbe"]["httpGet"] == {"path": "/livez", "port": "monitoring"}
    assert container["readinessProbe"]["httpGet"] == {"path": "/readyz", "port": "monitoring"}
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    settings = {each["name"]: each["value"] for each in container["env"]}
    assert str(ports["monitoring"]) == settings["DICENIGHT_MONITORING_PORT"]
    volumes = {volume["name"] for volume in pod["spec"]["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == volumes
    return container


def test_the_pod_runs_alone_as_nobody_with_its_probes() -> None:
    text = (DEPLOY / "kubernetes" / "dicenight.yaml").read_text("utf-8")
    claim, deployment = yaml.safe_load_all(text)
    spec = deployment["spec"]
    assert (spec["replicas"], spec["strategy"]["type"]) == (1, "Recreate"), "one process a file"
    checked_pod(deployment)
    volumes = {volume["name"]: volume for volume in spec["template"]["spec"]["volumes"]}
    assert volumes["data"]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]


def test_pods_with_shards_are_replaced_one_after_the_other() -> None:
    deployment, budget = yaml.safe_load_all(
        (DEPLOY / "kubernetes" / "dicenight-shards.yaml").read_text("utf-8")
    )
    spec = deployment["spec"]
    assert spec["strategy"] == {
        "type": "RollingUpdate",
        "rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0},
    }, "a new one is connected before an old one goes"
    assert budget["spec"]["selector"] == spec["selector"]
    [spread] = spec["template"]["spec"]["topologySpreadConstraints"]
    assert spread["labelSelector"] == spec["selector"], "one node that dies takes one pod along"
    name, *words = checked_pod(deployment)["args"]
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    options = {option for param in command.params for option in param.opts}
    assert {word for word in words if word.startswith("--")} <= options
    unit = (DEPLOY / "systemd" / "shards.conf").read_text("utf-8")
    [patience] = re.findall(r"^TimeoutStopSec=(\d+)", unit, re.MULTILINE)
    assert int(patience) == spec["template"]["spec"]["terminationGracePeriodSeconds"] >= CONNECT_PATIENCE


def test_the_nightly_job_copies_the_bots_database_on_the_node_where_it_can() -> None:
    folder = DEPLOY / "kubernetes"
    claim, job = yaml.safe_load_all((folder / "backup.yaml").read_text("utf-8"))
    bots_claim, bot = yaml.safe_load_all((folder / "dicenight.yaml").read_text("utf-8"))
    assert job["spec"]["concurrencyPolicy"] == "Forbid"
    pod = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    [term] = pod["affinity"]["podAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert term["labelSelector"] == bot["spec"]["selector"], "a volume is mounted on one node at a time"
    [container] = pod["containers"]
    [bots] = bot["spec"]["template"]["spec"]["containers"]
    assert (container["image"], container["envFrom"]) == (bots["image"], bots["envFrom"])
    [database] = [each for each in bots["env"] if each["name"] == "DICENIGHT_DATABASE"]
    assert container["env"] == [database]
    name, target, *words = container["args"]
    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    options = {option for param in command.params for option in param.opts}
    assert {word for word in words if word.startswith("--")} <= options
    mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    claims = {
        volume["name"]: volume["persistentVolumeClaim"]["claimName"]
        for volume in pod["volumes"]
        if "persistentVolumeClaim" in volume
    }
    assert claims[mounts[target]] == claim["metadata"]["name"]
    assert claims[mounts["/data"]] == bots_claim["metadata"]["name"]
    assert container["securityContext"] == bots["securityContext"]


def test_the_monitor_finds_the_pods_and_the_alerts_its_job() -> None:
    monitor = load("prometheus/podmonitor.yaml")
    [chosen] = monitor["spec"]["selector"]["matchExpressions"]
    for name in ("dicenight.yaml", "dicenight-shards.yaml"):
        documents = yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text("utf-8"))
        [deployment] = [each for each in documents if each["kind"] == "Deployment"]
        pod = deployment["spec"]["template"]
        assert pod["metadata"]["labels"][chosen["key"]] in chosen["values"]
        [endpoint] = monitor["spec"]["podMetricsEndpoints"]
        assert endpoint["port"] in [port["name"] for port in pod["spec"]["containers"][0]["ports"]]
    [gone] = [
        rule["expr"]
        for group in load("prometheus/alerts.yml")["groups"]
        for rule in group["rules"]
        if rule["alert"] == "DicenightGone"
    ]
    [job] = set(re.findall(r'job=~"(.+?)"', gone))
    assert re.fullmatch(job, f"games/{monitor['metadata']['name']}"), "the operator's jobs are NAMESPACE/NAME"


def test_services_run_commands_that_there_are() -> None:
    commands = typer.main.get_command(app)
    started = [
        line.removeprefix("ExecStart=")
        for path in (DEPLOY / "systemd").iterdir()
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("ExecStart=/")
    ]
    [replicating] = [line for line in started if "litestream" in line]
    assert replicating == "/usr/bin/litestream replicate -config /srv/dicenight/deploy/litestream.yml"
    started.remove(replicating)
    [telling] = [line for line in started if "systemd-cat" in line]
    started.remove(telling)
    assert len(started) == 3
    for line in started:
        _, name, *words = shlex.split(line)
        command = commands.commands[name]  # type: ignore[attr-defined]
        options = {option for param in command.params for option in param.opts}
        assert {word for word in words if word.startswith("--")} <= options
    [health] = re.findall(r"HEALTHCHECK .* CMD (\[.*\])", (ROOT / "Dockerfile").read_text("utf-8"))
    assert json.loads(health)[1] in commands.commands  # type: ignore[attr-defined]


def test_units_are_ones_that_systemd_takes(tmp_path: Path) -> None:
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd is not installed")
    drop_ins = tmp_path / "dicenight@.service.d"
    drop_ins.mkdir()
    for path in (DEPLOY / "systemd").iterdir():
        # what they start is not installed here, and no fault of theirs
        text = re.sub(r"^ExecStart=/\S+", "ExecStart=/bin/true", path.read_text("utf-8"), flags=re.MULTILINE)
        ((drop_ins if path.suffix == ".conf" else tmp_path) / path.name).write_text(text, "utf-8")
    units = sorted(str(path) for path in tmp_path.iterdir() if path.is_file())
    verified = subprocess.run(
        [systemd, "verify", "--man=no", "--recursive-errors=no", *units],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (verified.stdout, verified.stderr, verified.returncode) == ("", "", 0)


def test_litestream_is_told_all_that_its_recipe_asks() -> None:
    recipe = (DEPLOY / "litestream.yml").read_text("utf-8")
    asked = set(re.findall(r"\$\{(\w+)\}", recipe))
    assert asked == {"DICENIGHT_DATABASE", "LITESTREAM_REPLICA"}
    unit = (DEPLOY / "systemd" / "dicenight-litestream.service").read_text("utf-8")
    [default] = re.findall(r"^Environment=DICENIGHT_DATABASE=(.+)", unit, re.MULTILINE)
    assert Path(default) == Settings.model_fields["database"].default
    assert "EnvironmentFile=/srv/dicenight/.env" in unit
    services = load("compose.yaml")["services"]
    beside, bot = services["litestream"], services["bot"]
    assert bot["depends_on"]["litestream"] == {"condition": "service_started", "required": False}
    assert asked <= beside["environment"].keys()
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert f"DICENIGHT_DATABASE={beside['environment']['DICENIGHT_DATABASE']} " in image
    assert set(bot["volumes"]) < set(beside["volumes"])
    assert beside["user"].startswith("1000:"), "the owner of the file, as in the image"
    tried = beside["image"].partition(":")[2]
    assert f"Tried with Litestream {tried}." in recipe
    assert f"Install Litestream {tried}," in (ROOT / "docs" / "hosting.md").read_text("utf-8")
