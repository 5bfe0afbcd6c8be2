"""From a model's response to a result: one text is taken out, by one of two modes, and then judged.

Source: summary-validation 7.
"""

from dataclasses import dataclass, field

from compaction.contract.fit import fit_input
from compaction.contract.jsontext import Members, NotJson, Value, compact, decode, encode, mend, parse
from compaction.contract.model import CompactionInput, CompactionOutput, Usage
from compaction.contract.result import validate_result
from compaction.errors import ExecutionFailed, InvalidSummary, UnreadablePart

MAX_STRUCTURED_BYTES = 1_048_576
"""The joined text of a response with an output schema."""

_PASSING_FINISHES = ("", "stop")


@dataclass(frozen=True, slots=True)
class ResponseBlock:
    """One block of a response; of other kinds than text only the kind counts."""

    type: str
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ResponseMessage:
    """The message of a response."""

    role: str
    blocks: tuple[ResponseBlock, ...]


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What a model answered. No finish reason is the empty string."""

    message: ResponseMessage | None
    finish_reason: str = ""

    @classmethod
    def from_json(cls, data: bytes) -> "ModelResponse | None":
        """Read a response; JSON null gives None. Members that are not known are passed over.

        Raises: UnreadablePart.
        """
        response = _read(data)
        if response is None:
            return None
        message = _member(response, "message")
        return cls(None if message is None else _message(message), _text(response, "finish_reason"))


def run_response(
    response: ModelResponse | None,
    *,
    usage: Usage | None,
    input: CompactionInput,
    input_bytes: int,
    output_bytes: int,
    output_schema: bool,
) -> CompactionOutput:
    """One attempt from the input to the judged result.

    Raises: InvalidInput; InputTooLarge, before the response is looked at; ExecutionFailed; InvalidSummary.
    """
    fit_input(input, input_bytes=input_bytes)
    output = take_result(response, output_bytes=output_bytes, output_schema=output_schema)
    return validate_result(output, usage=usage, input=input, output_bytes=output_bytes)


def take_result(response: ModelResponse | None, *, output_bytes: int, output_schema: bool) -> bytes:
    """The result text of a response, as `validate_result` takes it.

    Raises: ExecutionFailed, in schema mode alone; InvalidSummary.
    """
    return _structured_text(response, output_bytes) if output_schema else _plain_text(response, output_bytes)


def _plain_text(response: ModelResponse | None, output_bytes: int) -> bytes:
    """The one text block of an assistant message, if it is one JSON value."""
    message = response.message if response else None
    if message is None or message.role != "assistant" or [block.type for block in message.blocks] != ["text"]:
        raise InvalidSummary("output_shape")
    text = mend(message.blocks[0].text)
    output = encode(text)
    if not output:
        raise InvalidSummary("output_shape")
    if len(output) > output_bytes:
        raise InvalidSummary("byte_limit")
    if not _is_json(text):
        raise InvalidSummary("wire")
    return output


def _structured_text(response: ModelResponse | None, output_bytes: int) -> bytes:
    """The joined texts without blanks between tokens, if they are one JSON object with no key twice."""
    message = response.message if response else None
    if response is None or message is None or response.finish_reason not in _PASSING_FINISHES:
        raise ExecutionFailed
    blocks = [block for block in message.blocks if block.type != "thinking"]
    if any(block.type != "text" for block in blocks):
        raise ExecutionFailed
    text = "".join([block.text for block in blocks])
    if mend(text) != text:
        raise ExecutionFailed
    output = encode(text)
    if len(output) > MAX_STRUCTURED_BYTES or not _is_plain_object(text):
        raise ExecutionFailed
    if len(output) > output_bytes:
        raise InvalidSummary("byte_limit")
    return encode(compact(text))


def _is_json(text: str) -> bool:
    try:
        parse(text)
    except NotJson:
        return False
    return True


def _is_plain_object(text: str) -> bool:
    try:
        value = parse(text)
    except NotJson:
        return False
    return isinstance(value, Members) and not _repeats_key(value)


def _repeats_key(value: Value) -> bool:
    """Whether some object, at any depth, has one key twice. Walks without recursion."""
    open_: list[Value] = [value]
    while open_:
        current = open_.pop()
        if isinstance(current, Members):
            if len({member.key for member in current.items}) < len(current.items):
                return True
            open_ += [member.value for member in current.items]
        elif isinstance(current, list):
            open_ += current
    return False


def _read(data: bytes) -> Value:
    try:
        return parse(decode(data))
    except NotJson:
        pass
    raise UnreadablePart("response")


def _message(value: Value) -> ResponseMessage:
    blocks = _member(value, "blocks")
    if blocks is None:
        blocks = []
    if not isinstance(blocks, list):
        raise UnreadablePart("response")
    return ResponseMessage(
        _text(value, "role"), tuple([ResponseBlock(_text(block, "type"), _text(block, "text")) for block in blocks])
    )


def _member(value: Value, name: str) -> Value:
    if not isinstance(value, Members):
        raise UnreadablePart("response")
    return next((member.value for member in reversed(value.items) if member.key == name), None)


def _text(value: Value, name: str) -> str:
    text = _member(value, name)
    if text is not None and not isinstance(text, str):
        raise UnreadablePart("response")
    return text or ""
