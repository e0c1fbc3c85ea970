# SPDX-License-Identifier: Apache-2.0
"""Data beside a model. Each case is a folder with the model in m/; a file that must not be read holds just what would make the
model conformant, so that only the refusal shows."""
import os

from corpus import Case
from onnx_text import model, tensor
from wire import message, number, text

TAG = "FILE-ONNX-EXTERNAL"
DATA = bytes(8)  # two floats


def entries(**pairs):
    return b"".join(message(13, text(1, key), text(2, content)) for key, content in pairs.items())


def holding(data):
    return model("C = Mul(A, B)", inputs="A:float[2]", outputs="C:float[2]", initializers=[tensor("B", data=data)])


def folder_with(data, prepare):
    def fill(folder):
        home = folder / "m"
        home.mkdir()
        (folder / "x").write_bytes(DATA)
        (home / "sub").mkdir()
        (home / "sub" / "weights").write_bytes(DATA)
        if prepare:
            prepare(home)
        else:
            (home / "weights").write_bytes(DATA)
        (home / "model.onnx").write_bytes(holding(data))
        return "m/model.onnx"
    return fill


def writes(content):
    return lambda home: (home / "weights").write_bytes(content)


def sparse(size):
    def make(home):
        with open(home / "weights", "wb") as file:
            file.truncate(size)
    return make


def links(home):
    writes(DATA)(home)
    os.link(home / "weights", home / "second")


def cases():
    at, elsewhere = entries(location="weights"), number(14, 1)
    whole = at + elsewhere

    def case(group, what, data, codes=(3,), prepare=None, options=("--external-data",), tags=(TAG,)):
        return Case(group, what, folder_with(data, prepare), list(codes), list(tags) if codes == (3,) else [], whole=False, options=list(options))

    out = "external data leaves the folder"
    yield case(out, "a file beside the model", whole, [0])
    yield case(out, "a file below the model", entries(location="sub/weights") + elsewhere, [0])
    yield case(out, "a file beside the model, unasked", whole, options=())
    for location in ("../x", "sub/../../x", "a/../../x", "./../x", "sub/../sub/../../x", "..", ".", "/x", "/etc/passwd", "//etc/passwd", "/proc/self/mem", "/dev/zero", "", "sub", "sub/",
                     "weights/", "weights\0", "\0", "we\0ights", "no such file", "weights ", "WEIGHTS", "..\\x", "~/x", "file:///etc/passwd", "$HOME", "`id`", "w" * 5000,
                     "a/" * 3000 + "x", b"\xff\xfe", "\x1b[31mred"):
        shown = location if len(location) < 60 else f"{len(location)} bytes"
        yield case(out, f"location {shown!r}", entries(location=location) + elsewhere, tags=(TAG, "FILE-ALL-LIMITS"), codes=(3,) if len(location) < 4097 else [3, 4])
    for location in "./weights", "sub/../weights", "sub//weights":
        yield case(out, f"location {location!r} stays in the folder", entries(location=location) + elsewhere, [0, 3])
    for what, prepare in (("a symbolic link out", lambda home: os.symlink("../x", home / "weights")), ("a symbolic link within", lambda home: os.symlink("sub/weights", home / "weights")),
                          ("a symbolic link to itself", lambda home: os.symlink("weights", home / "weights")), ("a dangling link", lambda home: os.symlink("no", home / "weights")),
                          ("an absolute link", lambda home: os.symlink("/etc/hostname", home / "weights")), ("a hard link", links),
                          ("a hard link out", lambda home: os.link(home.parent / "x", home / "weights")), ("a pipe", lambda home: os.mkfifo(home / "weights")),
                          ("a folder", lambda home: (home / "weights").mkdir()), ("an empty file", writes(b"")), ("nothing", lambda home: None)):
        yield case("links", f"the file is {what}", whole, prepare=prepare, tags=(TAG, "FILE-PROTO-FORM"))
    yield case("links", "the folder above is a symbolic link", entries(location="link/weights") + elsewhere, prepare=lambda home: os.symlink("sub", home / "link"))
    yield case("links", "the folder above is a symbolic link out", entries(location="link/x") + elsewhere, prepare=lambda home: os.symlink("..", home / "link"))
    span = "offset and length"
    yield case(span, "the second half", entries(location="weights", offset="8", length="8") + elsewhere, [0], writes(bytes(16)))
    yield case(span, "to the end", entries(location="weights", offset="8") + elsewhere, [0], writes(bytes(16)))
    wrong = (TAG, "FILE-PROTO-FORM")
    for offset in "-1", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "9", "16", "17", "8x", "0x8", " 8", "", "8.0", "1e1", "+8":
        yield case(span, f"offset {offset!r}", entries(location="weights", offset=offset, length="8") + elsewhere, prepare=writes(bytes(16)), tags=wrong)
    for length in "-1", "0", "7", "9", "16", "17", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "", "x":
        yield case(span, f"length {length!r}", entries(location="weights", offset="0", length=length) + elsewhere, prepare=writes(bytes(16)), tags=wrong)
    yield case(span, "offset + length wraps", entries(location="weights", offset="9223372036854775800", length="9223372036854775800") + elsewhere, tags=wrong)
    for size in 7, 9, 0:
        yield case(span, f"a file of {size} bytes, no length", whole, prepare=writes(bytes(size)), tags=wrong)
    yield case(span, "a file of 3 GiB for two floats", whole, prepare=sparse(3 << 30), tags=wrong)
    for key in "location", "offset", "length":
        fields = dict(location="weights", offset="0", length="8")
        yield case(span, f"{key} twice", entries(**fields) + entries(**{key: fields[key]}) + elsewhere)
    for key in "key", "Location", "offset ", "basepath", "", "__proto__":
        yield case(span, f"an unknown key {key!r}", at + message(13, text(1, key), text(2, "8")) + elsewhere)
    yield case(span, "no location", entries(offset="0") + elsewhere)
    yield case(span, "no entries", elsewhere)
    yield case(span, "an entry without key and value", at + message(13) + elsewhere)
    yield case(span, "a million entries", at + message(13, text(1, "offset"), text(2, "0")) * 10**6 + elsewhere)
    for field in 4, 9:
        yield case(span, f"field {field} as well", whole + text(field, DATA), tags=wrong)
    for kind in 2, -1:
        yield case(span, f"data_location {kind}", at + number(14, kind), tags=wrong)
    yield case(span, "entries, though the data are here", at + number(14, 0) + text(9, DATA), [0, 3])
