"""The canonical wire of an input: one spelling for one value, so that sizes can be compared.

Source: summary-validation 4.1.
"""

from base64 import b64encode
from json.encoder import encode_basestring

from compaction.contract.blocks import Audio, Block, Document, Image, Refusal, Text, Thinking, ToolResult, ToolUse
from compaction.contract.input import VERSION, validate_input
from compaction.contract.jsontext import compact, decode, encode, mend
from compaction.contract.model import CompactionInput, Message, Role, Usage

_ESCAPES = (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))


def encode_input(value: CompactionInput) -> bytes:
    """Write an input in its canonical form.

    Raises: InvalidInput, where a field is not valid.
    """
    validate_input(value)
    return join_input(value, [encode_message(message) for message in value.transcript])


def join_input(value: CompactionInput, messages: list[bytes]) -> bytes:
    """The wire of an input whose messages are encoded."""
    head, tail = _envelope(value)
    return b"".join((head, b",".join(messages), tail))


def envelope_size(value: CompactionInput) -> int:
    """Bytes that the wire takes around its messages and the commas between them."""
    return sum(map(len, _envelope(value)))


def encode_message(message: Message) -> bytes:
    """One message of the transcript."""
    tail = ""
    if message.role == Role.ASSISTANT:
        tail = f',"usage":{_usage(message.usage)}'
    elif message.role == Role.TOOL:
        tail = f',"tool_use_id":{_text(message.tool_use_id)},"is_error":{_flag(message.is_error)}'
    return encode(f'{{"role":"{message.role}","blocks":{_blocks(message.blocks)}{tail}}}')


def _envelope(value: CompactionInput) -> tuple[bytes, bytes]:
    head = (
        f'{{"version":{VERSION}'
        f',"basis":{{"revision":{value.basis.revision},"through_event_id":"{value.basis.through_event_id}"}}'
        f',"model":{{"provider":{_text(value.model.provider)},"model":{_text(value.model.model)}}}'
        f',"request_fingerprint":"{value.request_fingerprint.hex()}","transcript":['
    )
    return encode(head), encode(f'],"max_summary_tokens":{value.max_summary_tokens}}}')


def _usage(usage: Usage | None) -> str:
    if usage is None:
        return "null"
    return (
        f'{{"input_tokens":{usage.input_tokens},"output_tokens":{usage.output_tokens}'
        f',"cache_read_tokens":{usage.cache_read_tokens},"cache_creation_tokens":{usage.cache_creation_tokens}'
        f',"reasoning_tokens":{usage.reasoning_tokens}}}'
    )


def _blocks(blocks: tuple[Block, ...]) -> str:
    return f"[{','.join([_block(block) for block in blocks])}]"


def _block(block: Block) -> str:
    match block:
        case Text():
            return f'{{"type":"text","text":{_text(block.text)}}}'
        case Refusal():
            return f'{{"type":"refusal","text":{_text(block.text)}}}'
        case ToolUse():
            return _tool_use(block)
        case ToolResult():
            return (
                f'{{"type":"tool_result","tool_use_id":{_text(block.tool_use_id)}'
                f',"content":{_blocks(block.content)},"is_error":{_flag(block.is_error)}}}'
            )
        case Thinking():
            return _thinking(block)
    return _media(block)


def _media(block: Image | Audio | Document) -> str:
    media_type, data = _text(block.media_type), _data(block.data)
    match block:
        case Image():
            source = f'{{"url":{_text(block.url)},"data":{data}}}'
            return f'{{"type":"image","media_type":{media_type},"source":{source}}}'
        case Audio():
            return f'{{"type":"audio","media_type":{media_type},"data":{data}}}'
    return (
        f'{{"type":"document","media_type":{media_type},"name":{_text(block.name)}'
        f',"data":{data},"text":{_text(block.text)}}}'
    )


def _thinking(block: Thinking) -> str:
    form = f',"signature_format":{_text(block.signature_format)}' if block.signature_format else ""
    return (
        f'{{"type":"thinking","thinking":{_text(block.thinking)},"signature":{_text(block.signature)}'
        f"{form}{_state(block)}}}"
    )


def _tool_use(block: ToolUse) -> str:
    value = "null" if block.input is None else _raw(block.input)
    return f'{{"type":"tool_use","id":{_text(block.id)},"name":{_text(block.name)},"input":{value}{_state(block)}}}'


def _state(block: Thinking | ToolUse) -> str:
    state = "" if block.provider_state is None else f',"provider_state":{_raw(block.provider_state)}'
    form = f',"provider_state_format":{_text(block.provider_state_format)}' if block.provider_state_format else ""
    return state + form


def _data(data: bytes | None) -> str:
    return "null" if data is None else f'"{b64encode(data).decode()}"'


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _text(text: str) -> str:
    return _escape(encode_basestring(mend(text)))


def _raw(raw: bytes) -> str:
    return _escape(compact(decode(raw)))


def _escape(text: str) -> str:
    for character, escaped in _ESCAPES:
        text = text.replace(character, escaped)
    return text
