"""A second reader of summaries, slow and plain: byte by byte, no regular expression, nothing shared with the product.

`judge` gives the reason and the byte at fault, or None, and the text of the sections as far as they were read.
"""

import json
from pathlib import Path
from typing import NoReturn

RANGES = json.loads((Path(__file__).parents[2] / "cases" / "xml-name-ranges.json").read_text())
START = {code for first, last in RANGES["name_start"] for code in range(first, last + 1)}
OTHER = START | {code for first, last in RANGES["name_continue_extra"] for code in range(first, last + 1)}
ORDER = ["goal", "constraints", "decisions", "state", "open_items"]
ENTITIES = {b"lt": "<", b"gt": ">", b"amp": "&", b"apos": "'", b"quot": '"'}
NAME_MARKS = {*b"_:.-", *range(0x80, 0x100)}
BLANKS = {*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}


class Refused(Exception):
    pass


class NaiveReader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.stack: list[bytes] = []
        self.root = False
        self.done = 0
        self.texts: list[str] = []
        self.places: list[int] = []

    def more(self) -> bool:
        return self.at < len(self.data)

    def peek(self) -> int:
        if not self.more():
            self.syntax(self.at)
        return self.data[self.at]

    def take(self) -> int:
        byte = self.peek()
        self.at += 1
        return byte

    def expect(self, byte: int) -> None:
        if self.peek() != byte:
            self.syntax(self.at)
        self.take()

    def syntax(self, at: int) -> NoReturn:
        raise Refused("xml_syntax", at)

    def structure(self, at: int) -> NoReturn:
        raise Refused("xml_structure", at)

    def run(self) -> None:
        if b"<![CDATA[" in self.data:
            self.structure(self.data.index(b"<![CDATA["))
        while self.more():
            self.token()
        if self.stack:
            self.syntax(self.at)
        if not self.root:
            raise Refused("xml_root", 0)
        for place in (0, 3):
            if all(ord(char) in BLANKS for char in self.texts[place]):
                raise Refused("xml_content", self.places[place])

    def token(self) -> None:
        begin = self.at
        if self.peek() != ord("<"):
            self.text(begin)
            return
        self.take()
        if not self.more():
            self.syntax(self.at)
        kind = self.peek()
        if kind == ord("!"):
            self.bang(begin)
            self.structure(begin)
        elif kind == ord("?"):
            self.instruction(begin)
            self.structure(begin)
        elif kind == ord("/"):
            self.take()
            name = self.name(colons=1)
            self.spaces()
            self.expect(ord(">"))
            if not self.stack or self.stack[-1] != name:
                self.syntax(begin)
            self.end(begin)
        else:
            self.start(begin)

    def start(self, begin: int) -> None:
        name = self.name(colons=1)
        attribute = None
        closed = False
        while True:
            self.spaces()
            if self.peek() == ord("/"):
                self.take()
                if self.peek() != ord(">"):
                    self.syntax(self.at)
                closed = True
            if self.peek() == ord(">"):
                self.take()
                break
            attribute = self.at if attribute is None else attribute
            self.attribute()
        parts = name.split(b":")
        prefixed = len(parts) == 2 and all(parts)
        local = parts[1] if prefixed else name
        if not self.root:
            if local != b"conversation_summary":
                raise Refused("xml_root", begin)
            self.root = True
        elif len(self.stack) != 1 or self.done == 5 or local != ORDER[self.done].encode():
            self.structure(begin)
        else:
            self.texts.append("")
            self.places.append(begin)
        if prefixed:
            self.structure(begin)
        if attribute is not None:
            self.structure(attribute)
        self.stack.append(name)
        if closed:
            self.end(begin)

    def end(self, begin: int) -> None:
        self.stack.pop()
        if self.stack:
            self.done += 1
        elif self.done < 5:
            self.structure(begin)

    def attribute(self) -> None:
        self.name(colons=1)
        self.spaces()
        self.expect(ord("="))
        self.spaces()
        opening = self.at
        quote = self.peek()
        if quote not in b"\"'":
            self.syntax(self.at)
        self.take()
        while self.more() and self.data[self.at] != quote:
            if self.data[self.at] == ord("<"):
                self.syntax(self.at)
            self.char(stop=quote)
        self.at = self.at + 1 if self.more() else self.syntax(opening)

    def name(self, colons: int) -> bytes:
        begin = self.at
        while self.more() and (chr(self.data[self.at]).isalnum() or self.data[self.at] in NAME_MARKS):
            self.at += 1
        name = self.data[begin : self.at]
        at = begin
        for char in name.decode("utf-8", "surrogateescape"):
            if ord(char) not in (START if at == begin else OTHER):
                self.syntax(at)
            at += len(char.encode("utf-8", "surrogateescape"))
        if not name or not self.more():
            self.syntax(self.at)
        for place in range(len(name)):
            if name[: place + 1].count(b":") > colons:
                self.syntax(begin + place)
        return name

    def spaces(self) -> None:
        while self.more() and self.data[self.at] in b" \t\r\n":
            self.at += 1

    def text(self, begin: int) -> None:
        collected: list[tuple[int, str]] = []
        while self.more() and self.data[self.at] != ord("<"):
            if self.data[self.at : self.at + 3] == b"]]>":
                self.syntax(self.at)
            at = self.at
            collected.append((at, self.char(stop=ord("<"))))
        if not self.stack:
            self.structure(begin)
        if len(self.stack) == 1:
            for at, char in collected:
                if ord(char) not in BLANKS:
                    self.structure(at)
            return
        previous = -1
        for at, char in collected:
            written = chr(self.data[at])
            if char == "\r" and written == "\r":
                self.texts[-1] += "\n"
            elif not (char == written == "\n" and previous == at - 1 and self.data[at - 1] == ord("\r")):
                self.texts[-1] += char
            previous = at

    def char(self, stop: int) -> str:
        at = self.at
        if self.data[at] == ord("&"):
            char = self.reference(stop)
        else:
            char = self.data[at : at + 4].decode(errors="replace")[0]
            self.at += len(char.encode())
            if self.data[at : self.at] != char.encode():
                self.syntax(at)
        code = ord(char)
        if not (code in (9, 10, 13) or 0x20 <= code <= 0xFFFD or code >= 0x10000):
            self.syntax(at)
        return char

    def reference(self, stop: int) -> str:
        at = self.at
        body = b""
        self.at += 1
        while True:
            if not self.more() or self.data[self.at] == stop:
                self.syntax(at)
            byte = self.take()
            if byte == ord(";"):
                break
            body += bytes([byte])
        if body in ENTITIES:
            return ENTITIES[body]
        digits, base = (body[2:], 16) if body[:2] == b"#x" else (body[1:], 10)
        allowed = b"0123456789abcdefABCDEF"[: 22 if base == 16 else 10]
        if body[:1] != b"#" or not digits or any(digit not in allowed for digit in digits):
            self.syntax(at)
        code = 0
        for digit in digits:
            code = code * base + int(chr(digit), 16)
            if code > 0x10FFFF:
                self.syntax(at)
        return "\ufffd" if 0xD800 <= code <= 0xDFFF else chr(code)

    def bang(self, begin: int) -> None:
        self.take()
        if not self.more() or self.data[self.at] == ord("["):
            self.syntax(begin)
        first = self.take()
        if first == ord("-"):
            self.comment(begin)
            return
        depth = 0
        quote = 0
        while self.more():
            byte = self.take()
            if quote:
                quote = 0 if byte == quote else quote
            elif byte in b"\"'":
                quote = byte
            elif byte == ord(">"):
                if depth == 0:
                    return
                depth -= 1
            elif byte == ord("<"):
                if self.data[self.at : self.at + 3] != b"!--":
                    depth += 1
                    continue
                self.at += 3
                while self.data[self.at : self.at + 3] != b"-->":
                    if not self.more():
                        self.syntax(begin)
                    self.at += 1
                self.at += 3
        self.syntax(begin)

    def comment(self, begin: int) -> None:
        if not self.more() or self.take() != ord("-"):
            self.syntax(begin)
        while self.more() and self.data[self.at : self.at + 2] != b"--":
            self.at += 1
        if not self.more():
            self.syntax(begin)
        if self.data[self.at : self.at + 3] != b"-->":
            self.syntax(self.at)

    def instruction(self, begin: int) -> None:
        self.take()
        target = self.name(colons=1000000)
        self.spaces()
        body = b""
        while self.data[self.at : self.at + 2] != b"?>":
            if not self.more():
                self.syntax(begin)
            body += bytes([self.take()])
        encoding = self.value(b"encoding=", body).lower()
        if target == b"xml" and (self.value(b"version=", body) not in (b"", b"1.0") or encoding not in (b"", b"utf-8")):
            self.syntax(begin)

    def value(self, key: bytes, body: bytes) -> bytes:
        at = 0
        while body[at:]:
            if body[at : at + len(key)] == key:
                at += len(key)
                quote, rest = body[at : at + 1], body[at + 1 :]
                if quote in (b'"', b"'"):
                    return rest.split(quote)[0] if quote in rest else b""
            at += 1
        return b""


def judge(data: bytes) -> tuple[tuple[str, int] | None, list[str]]:
    reader = NaiveReader(data)
    try:
        reader.run()
    except Refused as refusal:
        return refusal.args, reader.texts
    return None, reader.texts
