# SPDX-License-Identifier: Apache-2.0
"""What was found about networks, as a table."""
import numpy


def plain(value):
    """For JSON: of the bounds and real values of an output only the largest."""
    if isinstance(value, numpy.ndarray):
        return float(value.max()) if value.size else 0.0
    raise TypeError(type(value))


def number(value):
    return "" if value is None else f"{value:.2e}"


def milliseconds(value):
    return "" if value is None else f"{value * 1e3:.3g}"


def mebibytes(value):
    return "" if value is None else f"{value / 2**20:.3g}"


def node(it):
    return "" if it is None else f"{it[0]} {it[1]}"


def ratio(row, above, below, digits=2):
    return f"{row[above] / row[below]:.{digits}f}" if row.get(above) and row.get(below) else ""


def factors(row):
    if "median_factor" not in row:
        return ""
    return f"{row['median_factor']:.2g}, {row['largest_factor'][0]:.2g} ({node(row['largest_factor'][1:])}), {row['beyond_30'][0]} of {row['beyond_30'][1]}"


def dominating(row):
    return ", ".join(f"{operator} {number} {share:.0%}" for operator, number, share in row.get("dominating") or [] if share >= 0.01)


def bits(row):
    if "reference_seconds" not in row:  # nothing was compared
        return ""
    return "differ" if any("other bits" in fault for fault in row["faults"]) else "same" + (", aarch64 too" if row.get("foreign") else "")


def others(row):
    return ", ".join(f"{peer} {number(apart)}" for peer, apart in row["peers"].items() if peer != "onnxruntime")


def from_runtime(row):
    reasons = {"jumped": "that jump", "stepped": "a step or two away"}
    left_out = " and ".join(f"{row[reason]} {text}" for reason, text in reasons.items() if row.get(reason))
    return number(row["peers"].get("onnxruntime")) + (f", but for {left_out}" if left_out else "")


def error(row):
    """Of the elements that have a real value; how many have none, and from which node on. It is an upper bound where it is not tight."""
    text = "" if row.get("error") is None else f"{number(row['error'])}" if row.get("tight", True) else f"≤ {number(row['error'])}"
    missing, of = row.get("without_value", (0, 0))
    return text + (f"{', ' if text else ''}{missing} of {of} not told, from {node(row['lost_from']) or 'an input'}" if missing else "")


def decisions(row):
    counts = row.get("decisions")
    return f"{counts['otherwise']} of {counts['all']}" + (f", {counts['unsettled']} not told" if counts["unsettled"] else "") if counts else ""


def accuracy_time(row):
    if "accuracy_seconds" in row:
        return f"{row['accuracy_seconds']:.1f}"
    return f"as {row['as']}" if "as" in row else ""


TABLES = {
    "Bits, and other implementations": [
        ("nodes", lambda row: str(row["nodes"])),
        ("set", lambda row: str(row["opset"])),
        ("10⁶ operations", lambda row: f"{row['operations'] / 1e6:.1f}"),
        ("corrected", lambda row: row.get("corrected", "")),
        ("bits", bits),
        ("largest value", lambda row: number(row.get("largest_value"))),
        ("error", error),
        ("bits of the real values", lambda row: str(row.get("bits") or "")),
        ("error of ONNX Runtime", lambda row: number(row.get("peer_errors", {}).get("onnxruntime"))),
        ("decisions taken otherwise", decisions),
        ("from ONNX Runtime", from_runtime),
        ("from others", others),
        ("reference s", lambda row: f"{row['reference_seconds']:.2f}" if "reference_seconds" in row else ""),
    ],
    "Error bounds": [
        ("bound", lambda row: number(row.get("largest_bound"))),
        ("bound/error of a node: median, largest, how many beyond 30", factors),
        ("largest introduced errors, share of their sum", dominating),
        ("not informative from node", lambda row: node(row.get("meaningless_from"))),
        ("not bounded", lambda row: row.get("not_bounded", "")),
        ("accuracy s", accuracy_time),
    ],
    "Time and memory": [
        ("sequential ms", lambda row: milliseconds(row.get("sequential_seconds_1"))),
        ("fused ms", lambda row: milliseconds(row.get("fused_seconds_1"))),
        ("2 threads", lambda row: milliseconds(row.get("fused_seconds_2"))),
        ("ONNX Runtime ms", lambda row: milliseconds(row.get("runtime_seconds"))),
        ("fused: speed relative to ONNX Runtime", lambda row: ratio(row, "runtime_seconds", "fused_seconds_1")),
        ("arena MiB", lambda row: mebibytes(row.get("arena_bytes"))),
        ("values", lambda row: mebibytes(row.get("value_bytes"))),
        ("needed at once", lambda row: mebibytes(row.get("live_bytes"))),
        ("values/needed", lambda row: ratio(row, "value_bytes", "live_bytes", 3)),
        ("decoded weights", lambda row: mebibytes(row.get("decoded_bytes"))),
        ("packed weights", lambda row: mebibytes(row.get("packed_bytes"))),
    ],
}


def line(row):
    """One model, while the others still run."""
    if "digest" not in row:
        return f"{row['name']}: {row['verdict']}: {row.get('why') or '; '.join(row['faults'])}"
    said = [f"{title} {text}" for columns in TABLES.values() for title, text in ((title, cell(row)) for title, cell in columns) if text]
    return f"{row['name']}: {'; '.join(said + row['faults'])}"


def markdown(rows):
    shown = [row for row in rows if "digest" in row]
    lines = []
    for heading, columns in TABLES.items() if shown else ():
        used = [(title, cell) for title, cell in columns if any(cell(row) for row in shown)]
        if not used:
            continue
        lines += [f"### {heading}", "", "| network | " + " | ".join(title for title, _ in used) + " |", "|---" * (len(used) + 1) + "|"]
        lines += ["| " + " | ".join([row["name"], *(cell(row) for _, cell in used)]) + " |" for row in shown] + [""]
    lines += [f"{row['name']}: {row['verdict']}" + (f": {row['why']}" if row.get("why") else "") for row in rows if "digest" not in row]
    return "\n".join(lines).rstrip("\n") + "\n"
