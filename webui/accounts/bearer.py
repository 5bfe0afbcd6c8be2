"""How a call of the API says who sends it: a key in the header, or the session of a browser."""

from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer, SessionAuth

from webui.accounts import apikeys
from webui.accounts.models import User


class Bearer(HttpBearer):
    """`Authorization: Bearer KEY`. A key that does not do is refused, whatever session comes with it."""

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Let the key's owner stand in the request, bound by the key. Raises: AuthenticationError."""
        key = apikeys.key_of(token)
        if key is None:
            raise AuthenticationError
        person = key.owner
        person.key = key
        request.user = person
        # A key is sent on purpose; a browser adds none by itself, so there is nothing to forge.
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # Django's own switch, without a name
        return person


KEY_OR_SESSION = [Bearer(), SessionAuth()]
KEY_OR_FORM = [Bearer(), SessionAuth(csrf=False)]
"""For calls that check the token of a form themselves, once its body is masked."""
