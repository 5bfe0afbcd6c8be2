"""What somebody without an account says to join a team by a link."""

import re

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from webui.accounts.models import User

ACCOUNT = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*")
TRIES = 5
"""Names that are taken, after which a link makes no account any more: it is no way to ask who has one."""

TAKEN = "This name cannot be used here. Choose another."


def suggested(name: str) -> str:
    """Return an account name from what an admin wrote to tell the link from others; empty where it is none."""
    return name if ACCOUNT.fullmatch(name) else ""


class JoinForm(forms.Form):
    """An account name and a password, twice."""

    name = forms.CharField(max_length=60, error_messages={"required": "Choose a name to sign in with."})
    password1 = forms.CharField(strip=False, max_length=200, error_messages={"required": "Choose a password."})
    password2 = forms.CharField(strip=False, max_length=200, error_messages={"required": "Type the password again."})

    def clean_name(self) -> str:
        """Refuse other signs."""
        name: str = self.cleaned_data["name"]
        if not ACCOUNT.fullmatch(name):
            raise ValidationError("Letters, digits, dot and dash; it begins with a letter or digit.")
        return name

    def clean(self) -> dict[str, object]:
        """Refuse a password that is weak, or typed in two ways."""
        given = self.cleaned_data
        first, second = given.get("password1"), given.get("password2")
        if first and second and first != second:
            self.add_error("password2", "The two passwords differ.")
        elif first:
            try:
                validate_password(first, User(username=given.get("name", "")))
            except ValidationError as weak:
                self.add_error("password1", weak)
        return given
