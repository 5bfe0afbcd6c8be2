"""What a failure may leave behind: types and places in the code, never values."""

import logging
import traceback
from collections.abc import ItemsView
from types import TracebackType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoVariables(SafeExceptionReporterFilter):
    """Exception reports without local variables, form fields, cookies or settings."""

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: object) -> ItemsView[str, Any]:
        return dict[str, Any]().items()

    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def get_safe_request_meta(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}

    def get_safe_cookies(self, request: HttpRequest | None) -> dict[str, Any]:
        return {}


class PlacesOnly(logging.Formatter):
    """Log lines whose tracebacks name types and places.

    Messages of exceptions are left out: those of JSON, XML and database drivers quote their input.
    """

    def formatException(
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        return describe(ei[1]) if ei[1] else ""


def describe(error: BaseException) -> str:
    """Return the type of an exception and the places it came through, outermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return "\n".join([*places, f"{type(error).__module__}.{type(error).__qualname__}"])
