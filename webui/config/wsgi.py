"""Entry of the web process."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "webui.config.settings")
application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - settings are read once the application is set up

if not settings.SECRET_KEY_LASTS:
    raise ImproperlyConfigured("Set SECRET_KEY, or run `manage.py setup`, which writes a key file.")
