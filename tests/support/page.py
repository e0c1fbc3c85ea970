# SPDX-License-Identifier: Apache-2.0
"""What the tests of HTML reports share: whether a page is well formed, alone and legible, read without a browser."""
import html.parser
import re

VOID = {"meta", "input", "br", "link", "img"}


class Page(html.parser.HTMLParser):
    """Whether elements are closed in order, what they are, and what they refer to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.tags, self.faults = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [attrs[name] for name in ("href", "src") if name in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def page_of(text):
    """The page, which is one file below 5 MB with the one script that its policy allows."""
    page = Page(text)
    assert not page.faults and not page.open, (page.faults[:3], page.open)
    assert len(page.ids) == len(set(page.ids)), "an id is there twice"
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links), "a link leads out of the page or nowhere"
    assert page.tags.count("script") == 1 and "sha256-" in text and len(text.encode()) < 5_000_000
    return page


def contrast_of(text):
    """Every colour of words against the paper and the soft ground, by day and by night: at least 4.5, as WCAG 2 demands."""
    def light(colour):
        colour = "".join(c * 2 for c in colour) if len(colour) == 3 else colour
        parts = [int(colour[k:k + 2], 16) / 255 for k in (0, 2, 4)]
        r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    lowest = 99
    for day in re.findall(r":root \{(.*?)\}", text, re.S):
        colours = dict(re.findall(r"--(\w+): #(\w+)", day))
        for name in ("ink", "faint", "good", "bad", "warn", "note"):
            for ground in ("paper", "soft"):
                low, high = sorted((light(colours[name]), light(colours[ground])))
                lowest = min(lowest, (high + 0.05) / (low + 0.05))
    assert lowest >= 4.5, lowest
    print(f"contrast: at least {lowest:.2f}")
