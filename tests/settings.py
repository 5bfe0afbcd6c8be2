"""The product's settings, on a data folder of this process alone and with nothing from the caller's environment."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_folder = Path(tempfile.mkdtemp(prefix="compaction-review-tests-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)

for _name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BASE_URL", "ALLOWED_HOSTS", "EMBEDDED", "MAX_UPLOAD_BYTES"):
    os.environ.pop(_name, None)
for _name in ("LLM_ALLOW_LOOPBACK", "LLM_ALLOW_PRIVATE", "LLM_DEADLINE", "TRUSTED_PROXIES"):
    os.environ.pop(_name, None)
os.environ["DATA_DIR"] = str(_folder)
os.environ["STATIC_ROOT"] = str(_folder / "static")
for _name in ("static", "tmp", "blobs"):
    (_folder / _name).mkdir()

from webui.config.settings import *  # noqa: E402, F403 - after the environment is set
from webui.config.settings import DATABASES, STORAGES  # noqa: E402

# A file, not memory: connections of other threads then wait for a lock as in production.
DATABASES["default"]["TEST"] = {"NAME": _folder / "test.sqlite3"}
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {}
