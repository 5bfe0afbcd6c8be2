"""The product's own settings, and the probe."""

from webui.config.settings import *  # noqa: F403
from webui.config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.probe.apps.ProbeConfig"]
