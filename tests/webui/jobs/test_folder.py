"""The data folder is the owner's alone, and one supervisor's."""

import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.finders import FileSystemFinder

from webui.jobs import folder


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def test_the_folder_and_its_parts_are_closed_to_others(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    folder.prepare(data)
    folder.prepare(data)

    assert {path.name: mode(path) for path in [data, *data.iterdir()]} == {
        "data": "0o700",
        "blobs": "0o700",
        "queue": "0o700",
        "tmp": "0o700",
    }


def test_a_folder_that_was_open_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    folder.prepare(tmp_path)

    assert mode(tmp_path) == "0o700"


def test_the_key_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    folder.make_key(file)
    key = file.read_text()
    folder.make_key(file)

    assert file.read_text() == key
    assert len(key) >= 64
    assert mode(file) == "0o600"
    assert list(tmp_path.iterdir()) == [file]


def test_a_key_that_others_could_read_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_text("k" * 64)
    file.chmod(0o644)
    folder.make_key(file)

    assert (file.read_text(), mode(file)) == ("k" * 64, "0o600")


def test_the_lock_is_held_by_one_and_free_after_it(tmp_path: Path) -> None:
    first = folder.lock(tmp_path)
    assert first is not None
    assert folder.lock(tmp_path) is None

    first.close()
    second = folder.lock(tmp_path)

    assert second is not None
    second.close()


def test_static_files_are_collected_again_only_when_one_changed(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, root = tmp_path / "source", tmp_path / "root"
    source.mkdir()
    (source / "app.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = root
    monkeypatch.setattr("webui.jobs.folder.get_finders", lambda: [FileSystemFinder()])

    done = [folder.collect_static(root), folder.collect_static(root)]
    (source / "app.css").write_text("a{color:red}")
    done.append(folder.collect_static(root))

    assert done == [True, False, True]
    assert (root / "app.css").read_text() == "a{color:red}"
