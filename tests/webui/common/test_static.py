"""Static files as they are served."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from webui.common.static import without_comments


@pytest.mark.parametrize(
    ("style", "served"),
    [
        ("a { color: red; }\n", "a { color: red; }\n"),
        ("/* one */\na {}\n  /* two\n lines */\nb {}", "\na {}\nb {}"),
        ('a::before { content: "/* kept */"; } /* gone */', 'a::before { content: "/* kept */"; }'),
        ("a { b: '\\'/*'; } /* gone */ c {}", "a { b: '\\'/*'; } c {}"),
    ],
    ids=["none", "whole", "in quotes", "an escaped quote"],
)
def test_comments_go_and_nothing_else(style: str, served: str) -> None:
    assert without_comments(style) == served


def test_the_style_sheet_is_served_without_comments_under_a_hashed_name(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "webui.common.static.Storage"}}
    source = Path(str(finders.find("app.css"))).read_text()

    call_command("collectstatic", interactive=False, verbosity=0)

    (served,) = (path for path in tmp_path.glob("app.*.css") if path.name != "app.css")
    assert "/*" in source and "/*" not in served.read_text()
    assert served.read_text() == without_comments(source)
    assert gzip.decompress(served.with_name(f"{served.name}.gz").read_bytes()) == served.read_bytes()
