# Backfile with the locked versions, as a user without rights. The database lives in the volume /data.
#
#   docker build -t backfile .
#   docker run --rm -v backfile:/data backfile crawl https://blog.example.org/

FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/backfile
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY crawler crawler
COPY spiders spiders
COPY pipelines pipelines
# The lock is a constraint: it names what the extras need as well, and what is not needed is not installed.
RUN /opt/backfile/bin/pip install --no-cache-dir --disable-pip-version-check -c requirements.lock .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home backfile
COPY --from=build /opt/backfile /opt/backfile
USER backfile
WORKDIR /data
ENV BACKFILE_DB=/data/backfile.db PYTHONUNBUFFERED=1
VOLUME /data
STOPSIGNAL SIGINT
ENTRYPOINT ["/opt/backfile/bin/backfile"]
CMD ["crawl", "--due"]
