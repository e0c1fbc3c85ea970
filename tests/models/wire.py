# SPDX-License-Identifier: Apache-2.0
"""Protobuf's wire format, written. Nothing is checked, because malformed messages must be possible too."""

VARINT, FIXED64, BYTES, OPEN, CLOSE, FIXED32 = range(6)


def varint(value):
    value &= 2**64 - 1  # a negative number is its 64-bit pattern
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def key(field, wire):
    return varint(field << 3 | wire)


def number(field, value):
    return key(field, VARINT) + varint(value)


def message(field, *parts):
    body = b"".join(parts)
    return key(field, BYTES) + varint(len(body)) + body


def text(field, value):
    return message(field, value if isinstance(value, bytes) else value.encode())


def packed(field, values):
    return message(field, *map(varint, values))


def fixed32(field, value=0):
    return key(field, FIXED32) + value.to_bytes(4, "little")


def fixed64(field, value=0):
    return key(field, FIXED64) + value.to_bytes(8, "little")


def nested(prefixes, core=b""):
    """Messages in one another, outermost first: each prefix (bytes before, field) comes before the message it contains.
    From the inside out only the lengths are added up, so that a million levels take no longer than a million steps."""
    heads, size = [], len(core)
    starts = {prefix: prefix[0] + key(prefix[1], BYTES) for prefix in set(prefixes)}
    for prefix in reversed(prefixes):
        head = starts[prefix] + varint(size)
        heads.append(head)
        size += len(head)
    return b"".join(reversed(heads)) + core
