"""Every setting, in groups, from the environment."""

import socket
from pathlib import Path
from typing import Any

from compaction.limits import MAX_CAPTURE_BYTES
from webui.config import env

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(env.text("DATA_DIR") or ROOT / "data").absolute()

# Where it stands
_base = env.address("BASE_URL", "http://127.0.0.1:8765")
BASE_URL = f"{_base.scheme}://{_base.netloc}"
HTTPS = _base.scheme == "https"
# True under `./run`: one machine, one local team. Loopback addresses of models are allowed then (decision 30).
EMBEDDED = env.flag("EMBEDDED")
DEBUG = False
ALLOWED_HOSTS = [
    *dict.fromkeys([_base.hostname or "", "127.0.0.1", "localhost", "[::1]", *env.names("ALLOWED_HOSTS")]),
]
if EMBEDDED:
    ALLOWED_HOSTS.append(socket.gethostname())
CSRF_TRUSTED_ORIGINS = [BASE_URL, *env.names("CSRF_TRUSTED_ORIGINS")]

# Secrets
SECRET_KEY_FILE = DATA / "secret.key"
SECRET_KEY, SECRET_KEY_LASTS = env.secret_key("SECRET_KEY", SECRET_KEY_FILE)

# Parts
ROOT_URLCONF = "webui.config.urls"
WSGI_APPLICATION = "webui.config.wsgi.application"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "webui.audit",
    "webui.jobs",
    "webui.accounts",
    "webui.transcripts",
    "webui.runs",
    "webui.review",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "webui.common.headers.permissions_policy",
    "webui.common.faults.for_programs",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "webui.accounts.sessions.note_seen",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "webui.accounts.once.Once",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "webui.accounts.frame.frame",
            ],
            "builtins": ["template_partials.templatetags.partials", "webui.common.tags"],
        },
    }
]
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# Database
DATABASES: dict[str, dict[str, Any]] = {"default": env.database("DATABASE_URL", DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Static files
STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = Path(env.text("STATIC_ROOT") or ROOT / "staticfiles").absolute()
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": DATA / "blobs"}},
    "staticfiles": {"BACKEND": "webui.common.static.Storage"},
}

# Uploads
MAX_UPLOAD = env.number("MAX_UPLOAD_BYTES", MAX_CAPTURE_BYTES, least=1)
# Files are masked before they touch the disk (webui/transcripts/uploads.py); a view not made for files gets none.
FILE_UPLOAD_HANDLERS = ["webui.transcripts.uploads.NoFiles"]
BLOBS = DATA / "blobs"
# Beside the blobs, so that keeping a file is a rename.
FILE_UPLOAD_TEMP_DIR = DATA / "tmp"
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
# The fields of a form stay in memory: the limit of pasted text.
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 50

# People
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:login"
CSRF_FAILURE_VIEW = "webui.common.faults.csrf"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
# Proxies in front that add to X-Forwarded-For; with none, the peer is who asks.
TRUSTED_PROXIES = env.number("TRUSTED_PROXIES", 0)
# Called with the base address; returns the one-time address that `serve` prints.
FIRST_ADDRESS = "webui.accounts.entry.first_address"

# What browsers may do
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if HTTPS:
    # The app speaks plain HTTP itself, so an https address means a proxy in front, which must set this header.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
    SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD")
# Subdomains and preload lists are the operator's to decide; one machine has no https; `setup` makes the upload folder.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "files.E001"]
if not HTTPS:
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W012", "security.W016"]

# Work: rows are the truth, the broker only rings (decision 5)
REDIS_URL = env.redis("REDIS_URL")
QUEUE = DATA / "queue"
CELERY_TASK_DEFAULT_QUEUE = "jobs"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any]
if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
    # Longer than the longest job, which the time limit ends: the sweep brings lost work back much sooner.
    CELERY_TASK_TIME_LIMIT = env.number("TASK_TIME_LIMIT", 3600, least=60)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 2 * CELERY_TASK_TIME_LIMIT,
        "socket_connect_timeout": 2,
        # A refused ring is forgotten; a page must not wait for more than one further try.
        "max_retries": 1,
        "interval_start": 0,
        "socket_timeout": 10,
        "socket_keepalive": True,
    }
else:
    CELERY_BROKER_URL = "folder://localhost"
    # At the default of one second a worker would take two jobs a second.
    CELERY_BROKER_TRANSPORT_OPTIONS = {"folder": str(QUEUE), "polling_interval": 0.05}

# When retention deletes, a time of day in UTC
RETENTION_AT = env.moment("RETENTION_AT", "02:00")

# Models: an address that a person types and this host calls (decision 30)
LLM_ALLOW_LOOPBACK = env.flag("LLM_ALLOW_LOOPBACK", EMBEDDED)
LLM_ALLOW_PRIVATE = env.flag("LLM_ALLOW_PRIVATE", EMBEDDED)
# Seconds for one call as a whole.
LLM_DEADLINE = env.number("LLM_DEADLINE", 180, least=1)

# Logs: ids and codes, never content
DEFAULT_EXCEPTION_REPORTER_FILTER = "webui.common.reports.NoVariables"
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "webui.common.reports.PlacesOnly",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        # Django's own handlers would mail and repeat what the root handler writes.
        "django": {"handlers": [], "level": "NOTSET", "propagate": True},
        "django.server": {"handlers": [], "level": "NOTSET", "propagate": True},
    },
}
