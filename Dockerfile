# syntax=docker/dockerfile:1
# docker build -t dicenight .
# docker run -d --name dicenight --env-file .env -v dicenight:/data --read-only --tmpfs /tmp \
#   --restart unless-stopped dicenight
#
# The base is pinned by its version. To pin its bytes too, pull it and build with the digest that came with it:
#   docker pull python:3.11.14-slim-trixie
#   docker build --build-arg BASE="$(docker image inspect --format '{{index .RepoDigests 0}}' python:3.11.14-slim-trixie)" \
#     -t dicenight .
ARG BASE=python:3.11.14-slim-trixie
FROM ${BASE} AS build
WORKDIR /src
COPY requirements.txt requirements-build.txt ./
RUN python -m venv /opt/dicenight \
 && /opt/dicenight/bin/pip install --no-cache-dir --require-hashes -r requirements.txt \
 && /opt/dicenight/bin/pip install --no-cache-dir --require-hashes -r requirements-build.txt
COPY . .
# The page of the Activity; its tools stay in this stage.
RUN python -m activity.build_page && rm -rf activity/web/node_modules build
# The texts in other languages.
RUN /opt/dicenight/bin/python -m locales compile
# The history, which tells the version, stays outside: make release names it.
ARG VERSION=0.1.dev0
RUN SETUPTOOLS_SCM_PRETEND_VERSION_FOR_DICENIGHT=$VERSION /opt/dicenight/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM ${BASE}
RUN useradd --system --uid 1000 --home-dir /data dicenight \
 && install -d -o dicenight -g dicenight -m 0700 /data /backups
COPY --from=build /opt/dicenight /opt/dicenight
USER dicenight
WORKDIR /data
VOLUME /data
ENV PATH=/opt/dicenight/bin:$PATH DICENIGHT_DATABASE=/data/dicenight.db PYTHONUNBUFFERED=1 \
    DICENIGHT_MONITORING_PORT=9464
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["dicenight", "health"]
ENTRYPOINT ["dicenight"]
CMD ["run", "--discord"]
