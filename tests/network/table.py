# SPDX-License-Identifier: Apache-2.0
"""What was found about networks, as a table."""
import numpy


def plain(value):
    """For JSON: of the bounds of an output only the largest."""
    if isinstance(value, numpy.ndarray):
        return float(value.max()) if value.size else 0.0
    raise TypeError(type(value))


def number(value):
    return "" if value is None else f"{value:.2e}"


def milliseconds(value):
    return "" if value is None else f"{value * 1e3:.3g}"


def mebibytes(value):
    return "" if value is None else f"{value / 2**20:.2f}"


def node(it):
    return "" if it is None else f"{it[0]} {it[1]}"


COLUMNS = [
    ("network", lambda row: row["name"]),
    ("nodes", lambda row: str(row.get("nodes", ""))),
    ("set", lambda row: str(row.get("opset", ""))),
    ("10⁶ operations", lambda row: f"{row['operations'] / 1e6:.1f}" if "operations" in row else ""),
    ("bits", lambda row: "" if "digest" not in row else "differ" if any("other bits" in fault for fault in row["faults"]) else
     "same" + (", aarch64 too" if row.get("foreign") else "")),
    ("largest value", lambda row: number(row.get("largest_value"))),
    ("bound", lambda row: number(row.get("largest_bound"))),
    ("error", lambda row: number(row.get("error"))),
    ("bound/error of a node, median, largest", lambda row: f"{row['median_factor']:.1f}, {row['largest_factor'][0]:.1f} ({node(row['largest_factor'][1:])})"
     if "median_factor" in row else ""),
    ("says nothing from node", lambda row: node(row.get("meaningless_from"))),
    ("from ONNX Runtime", lambda row: number(row["peers"].get("onnxruntime"))),
    ("from others", lambda row: ", ".join(f"{peer} {number(apart)}" for peer, apart in row["peers"].items() if peer != "onnxruntime")),
    ("reference s", lambda row: f"{row['reference_seconds']:.2f}" if "reference_seconds" in row else ""),
    ("accuracy s", lambda row: f"{row['accuracy_seconds']:.1f}" if "accuracy_seconds" in row else ""),
    ("fast ms, 1 thread", lambda row: milliseconds(row.get("fast_seconds_1"))),
    ("2 threads", lambda row: milliseconds(row.get("fast_seconds_2"))),
    ("ONNX Runtime ms", lambda row: milliseconds(row.get("runtime_seconds"))),
    ("arena MiB", lambda row: mebibytes(row.get("arena_bytes"))),
    ("of it values", lambda row: mebibytes(row.get("value_bytes"))),
    ("needed at once", lambda row: mebibytes(row.get("live_bytes"))),
    ("packed weights", lambda row: mebibytes(row.get("packed_bytes"))),
]


def line(row):
    """One model, while the others still run."""
    if "digest" not in row:
        return f"{row['name']}: {row['verdict']}{': ' + row['why'] if row.get('why') else ''}{' '.join([''] + row['faults'])}"
    said = [f"{title} {text}" for title, text in ((title, cell(row)) for title, cell in COLUMNS[4:]) if text]
    return f"{row['name']}: {'; '.join(said + row['faults'] + ([row['not_bounded']] if 'not_bounded' in row else []))}"


def markdown(rows):
    shown = [row for row in rows if "digest" in row]
    columns = [(title, cell) for title, cell in COLUMNS if any(cell(row) for row in shown)]
    lines = []
    if shown:
        lines = ["| " + " | ".join(title for title, _ in columns) + " |", "|" + "---|" * len(columns)]
        lines += ["| " + " | ".join(cell(row) for _, cell in columns) + " |" for row in shown]
    for row in rows:
        if "digest" not in row:
            lines.append(f"\n{row['name']}: {row['verdict']}" + (f": {row['why']}" if row.get("why") else ""))
    return "\n".join(lines) + "\n"
