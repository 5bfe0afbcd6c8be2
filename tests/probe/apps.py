"""An app whose jobs leave marks in a file, so that tests can watch real workers."""

from pathlib import Path

from django.apps import AppConfig

from webui.jobs import registry


class ProbeConfig(AppConfig):
    name = "tests.probe"
    label = "probe"
    path = str(Path(__file__).parent)

    def ready(self) -> None:
        from tests.probe import work

        for kind in (work.quick, work.long, work.busy, work.poison):
            registry.register(kind.__name__, kind)
