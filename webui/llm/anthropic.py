"""A client over Anthropic's own package: Anthropic itself and every server that speaks its messages."""

from compaction.llm import Reply, Request
from webui.llm import answers
from webui.llm.addresses import Policy
from webui.llm.failures import refusal
from webui.llm.openai import NO_KEY


class Anthropic:
    """Asks one model at one base address, without `/v1`: the package adds that."""

    def __init__(self, base_url: str, model: str, key: str, *, seconds: float, allowed: Policy) -> None:
        self._base_url = base_url
        self._model = model
        self._key = key
        self._seconds = seconds
        self._allowed = allowed

    def complete(self, request: Request) -> Reply:
        """Return the reply to one call, tried once. Raises: ClientError."""
        # Seconds of imports that a web process must not pay.
        import anthropic

        from webui.llm.wire import Line

        with Line(self._seconds, self._allowed) as line:
            client = anthropic.Anthropic(
                api_key=self._key or NO_KEY,
                base_url=self._base_url,
                max_retries=0,
                timeout=None,
                http_client=line.http,
                open_telemetry=False,
            )
            try:
                body = client.messages.with_raw_response.create(
                    model=self._model,
                    max_tokens=request.max_output_tokens,
                    system=request.system,
                    messages=[{"role": "user", "content": request.user}],
                ).http_response.content
            except anthropic.APIStatusError as error:
                failed = refusal(error.status_code, error.response.headers, error.response.text)
            except (anthropic.AnthropicError, ValueError):  # ValueError: text that is no Unicode
                failed = line.fault()
            else:
                return answers.message(body)
        raise failed
