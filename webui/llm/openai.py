"""A client over OpenAI's own package: OpenAI itself and every server that speaks its chat completions."""

from compaction.llm import Reply, Request
from webui.llm import answers
from webui.llm.addresses import Policy
from webui.llm.failures import refusal

NO_KEY = "none"
"""Sent where there is no key: the package wants one, local servers ignore it."""


class OpenAi:
    """Asks one model at one base address, which ends in `/v1` as a rule."""

    def __init__(self, base_url: str, model: str, key: str, *, seconds: float, allowed: Policy) -> None:
        self._base_url = base_url
        self._model = model
        self._key = key
        self._seconds = seconds
        self._allowed = allowed

    def complete(self, request: Request) -> Reply:
        """Return the reply to one call, tried once. Raises: ClientError."""
        # Seconds of imports that a web process must not pay.
        from openai import APIStatusError, OpenAI, OpenAIError

        from webui.llm.wire import Line

        with Line(self._seconds, self._allowed) as line:
            client = OpenAI(
                api_key=self._key or NO_KEY, base_url=self._base_url, max_retries=0, timeout=None, http_client=line.http
            )
            try:
                body = client.chat.completions.with_raw_response.create(
                    model=self._model,
                    messages=[
                        {"role": "system", "content": request.system},
                        {"role": "user", "content": request.user},
                    ],
                ).http_response.content
            except APIStatusError as error:
                failed = refusal(error.status_code, error.response.headers, error.response.text)
            except (OpenAIError, ValueError):  # ValueError: text that is no Unicode
                failed = line.fault()
            else:
                return answers.completion(body)
        raise failed
