"""What every template may use without loading it: icons, key badges, captured text, numbers in words."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from webui.common import calls, captured, keys, words

register = template.Library()
register.filter("number", words.number)
register.filter("size", words.size)
register.filter("lasted", words.lasted)
register.filter("percent", words.percent)

_SEVERITIES = {"error": "Error", "warning": "Warning", "note": "Note"}


@register.simple_tag
def icon(name: str, kind: str = "") -> SafeString:
    """Draw one icon of the sheet, as decoration beside a word."""
    return mark_safe(f'<svg class="icon {kind}" aria-hidden="true"><use href="#i-{name}"></use></svg>')  # noqa: S308 - both from templates


@register.simple_tag
def severity(name: str, text: str = "") -> SafeString:
    """Draw a severity: icon, word, colour. `text` replaces the word."""
    known = name if name in _SEVERITIES else "note"
    return format_html('<span class="sev {}">{}{}</span>', known, icon(known), text or _SEVERITIES[known])


@register.simple_tag
def badge(name: str) -> SafeString:
    """Draw the key that does `name`, beside its button. Raises `KeyError` for a key that does not exist."""
    return format_html('<kbd aria-hidden="true">{}</kbd>', keys.BY_NAME[name].presses[0])


@register.simple_tag(takes_context=True)
def page_call(context: template.Context, format: str = "") -> str:
    """Return the call of the API for what the page shows, with the filters that hold (`call_query`).

    As a file of a `format` it is all of them; else it begins where the page does. `nothing_shown`: there is none yet.
    """
    frame = context["frame"]
    method, call = frame.call
    if not call or "nothing_shown" in context or (format and method != "GET"):
        return ""
    query = str(context.get("call_query", ""))
    return calls.joined(call, query, f"format={format}" if format else frame.cursor)


@register.filter(name="captured")
def captured_text(text: str) -> SafeString:
    """Draw captured text: escaped, hidden characters as tokens."""
    return captured.draw(text)


@register.filter
def cut(text: str, length: int) -> str:
    """Cut a name in the middle, so that both ends can be compared: `toolu_01P…X5oP`."""
    if len(text) <= length:
        return text
    tail = length // 3
    return f"{text[: length - tail - 1]}…{text[-tail:]}"


@register.filter
def lower_first(text: str) -> str:
    """Begin a sentence as the second half of another: `The text ends` becomes `the text ends`."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


@register.filter
def plural(count: int, nouns: str) -> str:
    """Count with its noun: `{{ n|plural:"error" }}` or, for odd ones, `"entry,entries"`."""
    one, _, many = nouns.partition(",")
    return words.plural(count, one, many)


@register.filter
def named(text: str) -> dict[str, str]:
    """Return by name what a text says as `undo=/a back=/b`."""
    return dict(part.split("=", 1) for part in text.split() if "=" in part)


@register.filter
def ago(moment: datetime) -> SafeString:
    """Draw a time as `2 h ago`, the full time in its title."""
    stamp = moment.isoformat(timespec="seconds")
    full = f"{moment:%Y-%m-%d %H:%M:%S} UTC"
    return format_html('<time datetime="{}" title="{}">{}</time>', stamp, full, words.ago(moment))
