FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
COPY requirements.txt /tmp/requirements.txt
RUN python -m venv /venv && /venv/bin/pip install --require-hashes --requirement /tmp/requirements.txt

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATA_DIR=/data \
    STATIC_ROOT=/static
RUN useradd --system --uid 10001 --user-group --home-dir /app app \
    && mkdir --mode=700 /data \
    && chown app:app /data
COPY --from=build /venv /venv
WORKDIR /app
COPY manage.py ./
COPY compaction ./compaction
COPY webui ./webui
COPY templates ./templates
COPY static ./static
RUN python manage.py collectstatic --no-input --verbosity 0
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["gunicorn", "webui.config.wsgi:application", "--bind", "0.0.0.0:8000", \
     "--worker-class", "gthread", "--workers", "2", "--threads", "8", \
     "--worker-tmp-dir", "/dev/shm", "--graceful-timeout", "8", "--log-level", "warning", "--no-control-socket"]
