# SPDX-License-Identifier: Apache-2.0
"""Headers as pages: comments at the left margin become text, the declarations between them blocks of code. See tools/site."""
import re

# What only the compiler needs.
NOISE = re.compile(r"#ifndef ETALON_\w+_H\n#define ETALON_\w+_H\n|#ifdef __cplusplus\n(?:.*\n)*?#endif\n|#endif\n\Z|#pragma once\n|.*SPDX-License-Identifier.*\n")
C_COMMENT = re.compile(r"/\*(.*?)\*/\n", re.S)
CPP_COMMENT = re.compile(r"((?:^//.*\n)+)", re.M)


def paragraph(comment, language):
    """The text of a comment; lines that are indented in it are code."""
    lines = [re.sub(r"^ ?(?:\*|//) ?", "", line) if k or language == "cpp" else line.lstrip() for k, line in enumerate(comment.splitlines())]
    out, in_code = [], False
    for line in lines:
        is_code = line.startswith("    ")
        if is_code != in_code:
            out.append(f"\n```{language}" if is_code else "```\n")
        in_code = is_code
        out.append(line[4:] if is_code else line.rstrip())
    return "\n".join(out + (["```"] if in_code else [])).strip()


def literate(text, language):
    text = text.replace("/* SPDX-License-Identifier: Apache-2.0\n * ", "/* ")
    text = NOISE.sub("", text)
    parts = (CPP_COMMENT if language == "cpp" else re.compile(r"(?m)^" + C_COMMENT.pattern, re.S)).split(text)
    out = []
    for k, part in enumerate(parts):
        if k % 2 and (heading := re.fullmatch(r"\s*-+ (.*?) -+\s*", part)):
            out.append(f"### {heading[1].capitalize()}\n")
        elif k % 2:
            out.append(paragraph(part, language) + "\n")
        elif part.strip():
            code = re.sub(r"\n{3,}", "\n\n", part).strip("\n")
            out.append(f"```{language}\n{code}\n```\n")
    return "\n".join(out)
