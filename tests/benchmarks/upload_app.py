"""A web process that serves the views of `upload_urls` with the product's settings."""

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

django.setup()
settings.ROOT_URLCONF = "tests.benchmarks.upload_urls"
settings.MIDDLEWARE = []
settings.ALLOWED_HOSTS = ["*"]
application = WSGIHandler()
