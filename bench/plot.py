# SPDX-License-Identifier: Apache-2.0
"""The picture of bench/run: a plain SVG of two panels over the size of a product, one the fraction of the multiply-add peak, the
other the time of one multiply-add; and below them the fraction of the peak by layers of networks."""
import html
import math

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, GAP = 460, 300, 62, 64, 84, 70
COLOURS = ["#0b5fa5", "#5aa9e6", "#c2410c", "#6b7280"]
MARKS = ["circle", "square", "triangle", "diamond"]
INK, FAINT = "#1f2933", "#d8dee6"


def mark(kind, x, y, colour):
    points = {"square": "-3.5,-3.5 3.5,-3.5 3.5,3.5 -3.5,3.5", "triangle": "0,-4.5 4.2,3.5 -4.2,3.5",
              "diamond": "0,-4.8 4.8,0 0,4.8 -4.8,0"}
    at = f'transform="translate({x:.1f},{y:.1f})" fill="{colour}"'
    return f'<circle r="3.6" {at}/>' if kind == "circle" else f'<polygon points="{points[kind]}" {at}/>'


def text(x, y, words, anchor="middle", size=12, extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" {extra}>{html.escape(words)}</text>'


def panel(left, title, axis, curves, ticks, place):
    """One panel: `place` turns a value into a height between 0 and 1; ticks are (value, label)."""
    sizes = sorted({n for _, points in curves for n, _ in points})
    low, high = math.log2(sizes[0]), math.log2(sizes[-1])
    across = lambda n: left + (math.log2(n) - low) / max(high - low, 1) * WIDTH  # noqa: E731
    up = lambda value: TOP + HEIGHT * (1 - min(max(place(value), 0), 1))  # noqa: E731
    out = [text(left, TOP - 14, title, "start", 14, 'font-weight="600"')]
    for value, label in ticks:
        out.append(f'<line x1="{left}" x2="{left + WIDTH}" y1="{up(value):.1f}" y2="{up(value):.1f}" stroke="{FAINT}"/>')
        out.append(text(left - 8, up(value) + 4, label, "end"))
    for n in sizes:
        out.append(f'<line x1="{across(n):.1f}" x2="{across(n):.1f}" y1="{TOP + HEIGHT}" y2="{TOP + HEIGHT + 5}" stroke="{INK}"/>')
        out.append(text(across(n), TOP + HEIGHT + 20, str(n)))
    out.append(f'<path d="M{left},{TOP} V{TOP + HEIGHT} H{left + WIDTH}" fill="none" stroke="{INK}"/>')
    out.append(text(left + WIDTH / 2, TOP + HEIGHT + 40, "n, for a product of n × n by n × n"))
    middle = TOP + HEIGHT / 2
    out.append(text(left - 46, middle, axis, extra=f'transform="rotate(-90 {left - 46} {middle})"'))
    for number, (_, points) in enumerate(curves):
        colour = COLOURS[number]
        line = " ".join(f"{across(n):.1f},{up(value):.1f}" for n, value in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [mark(MARKS[number], across(n), up(value), colour) for n, value in points]
    return out


BAR_COLOURS = [COLOURS[0], COLOURS[3], "#15803d"]
BAR, LABELS = 9, 210  # the height of a bar, the width of what stands before them


def bars(top, layers, peak):
    """Bars for each layer: (words, [(title, nanoseconds of one multiply-add, or None)]); and the height of all."""
    titles = [title for title, _ in layers[0][1]]
    left, width = LEFT + LABELS, 2 * WIDTH + GAP - LABELS
    step, y = BAR * len(titles) + 8, top + 34
    bottom = y + step * len(layers)
    out = [text(LEFT, top, "Layers: fraction of the multiply-add peak", "start", 14, 'font-weight="600"')]
    for number, title in enumerate(titles):
        x = left + number * 150
        out.append(f'<rect x="{x}" y="{top + 10}" width="18" height="{BAR}" fill="{BAR_COLOURS[number]}"/>')
        out.append(text(x + 24, top + 19, title, "start"))
    for i in range(6):
        x = left + width * i / 5
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 4}" y2="{bottom}" stroke="{FAINT}"/>')
        out.append(text(x, bottom + 16, f"{i / 5:g}"))
    for words, spent in layers:
        out.append(text(left - 8, y + step / 2, words, "end"))
        for number, (_, time) in enumerate(spent):
            if time is not None:
                out.append(f'<rect x="{left}" y="{y + number * BAR:.1f}" width="{width * min(peak / time, 1):.1f}" height="{BAR - 1}" '
                           f'fill="{BAR_COLOURS[number]}"/>')
        y += step
    return out, bottom + 24 - top


def draw(curves, layers, peak, facts):
    """Curves are (title, [(n, nanoseconds of one multiply-add)]), in the order of the colours; layers are as bars() takes them; peak
    is in the same unit."""
    fractions = [(title, [(n, peak / spent) for n, spent in points]) for title, points in curves]
    spent = [value for _, points in curves for _, value in points] + [peak]
    least, most = math.floor(math.log10(min(spent))), math.ceil(math.log10(max(spent)))
    decades = [(10.0**e * step, f"{10.0**e * step:g}") for e in range(least, most + 1) for step in (1, 2, 5)
               if min(spent) / 2 <= 10.0**e * step <= max(spent) * 2]
    bottom, top = math.log10(decades[0][0]), math.log10(decades[-1][0])
    below, high = bars(TOP + HEIGHT + BOTTOM, layers, peak)
    width, height = LEFT + 2 * WIDTH + GAP + 40, TOP + HEIGHT + BOTTOM + high + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           f'font-family="system-ui, sans-serif" fill="{INK}">',
           "<title>Float products and convolutions, one thread: Etalon and its peers</title>",
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    place = 18.0
    for number, (title, points) in enumerate(curves):
        if points:
            x = LEFT + place - 18
            out.append(f'<line x1="{x:.1f}" x2="{x + 26:.1f}" y1="22" y2="22" stroke="{COLOURS[number]}" stroke-width="2"/>')
            out.append(mark(MARKS[number], x + 13, 22, COLOURS[number]))
            out.append(text(x + 32, 26, title, "start"))
            place += 60 + 7.2 * len(title)
    out += panel(LEFT, "Fraction of the multiply-add peak", "fraction of peak", fractions,
                 [(i / 5, f"{i / 5:g}") for i in range(6)], lambda value: value)
    out += panel(LEFT + WIDTH + GAP, "Time of one multiply-add", "nanoseconds, logarithmic", curves, decades,
                 lambda value: (math.log10(value) - bottom) / (top - bottom))
    out += below
    out.append(text(LEFT, height - 14, f"float, one thread, best of several; peak {2 / peak:.0f} Gflop/s; {facts['processor']}, "
                    f"{facts.get('instruction_set', '')}; OpenBLAS as on {facts.get('openblas_core', '?')}", "start", 11))
    return "\n".join(out + ["</svg>", ""])
