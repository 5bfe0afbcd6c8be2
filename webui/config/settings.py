"""Every setting, in groups, from the environment."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("DATA_DIR", ROOT / "data"))

SECRET_KEY = os.environ.get("SECRET_KEY", "development only, replaced by the key file of the data folder")
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "webui.config.urls"
WSGI_APPLICATION = "webui.config.wsgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = ROOT / "staticfiles"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "webui.jobs",
    "webui.accounts",
    "webui.transcripts",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA / "db.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": "PRAGMA journal_mode=WAL;"},
    }
}

# Files are masked before they touch the disk (webui/transcripts/uploads.py); a view not made for files gets none.
FILE_UPLOAD_HANDLERS = ["webui.transcripts.uploads.NoFiles"]
MAX_UPLOAD = 1024 * 1024 * 1024
# The fields of a form stay in memory: the limit of pasted text.
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024
