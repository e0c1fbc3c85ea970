# SPDX-License-Identifier: Apache-2.0
"""Headers and Python modules as pages. Of a header, comments at the left margin become text, and the declarations between them blocks
of code; of a module, public classes and functions with their signatures and docstrings. See tools/site."""
import ast
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


def signature(node, inner):
    """A function or class as it is declared, without its body."""
    if isinstance(node, ast.ClassDef):
        return f"class {node.name}" + (f"({', '.join(map(ast.unparse, node.bases))})" if node.bases else "")
    arguments = ast.unparse(node.args)
    if inner:
        arguments = re.sub(r"^(self|cls)(, |$)", "", arguments)
    return f"{node.name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")


def described(node, level, prefix, lines):
    is_property = any(ast.unparse(one) in ("property", "cached_property") for one in node.decorator_list)
    lines.append(f"{'#' * level} `{prefix}{node.name}`\n")
    text = f"{node.name}: {ast.unparse(node.returns) if node.returns else ''}" if is_property else signature(node, level > 3)
    lines.append(f"```python\n{text}\n```\n")
    if doc := ast.get_docstring(node):
        lines.append(doc + "\n")


def is_public(node):
    return isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_")


def python_module(path, package):
    """The public part of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = [f"## {package}\n", (ast.get_docstring(tree) or "") + "\n"]
    for node in filter(is_public, tree.body):
        described(node, 3, "", lines)
        for field in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(field, ast.AnnAssign) and not ast.unparse(field.target).startswith("_"):
                lines.append(f"- `{ast.unparse(field)}`")
        lines.append("")
        for inner in filter(is_public, node.body if isinstance(node, ast.ClassDef) else ()):
            described(inner, 4, f"{node.name}.", lines)
    return "\n".join(lines) + "\n"
