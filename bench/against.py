# SPDX-License-Identifier: Apache-2.0
"""Whether rows have become slower: ratios beside those of an earlier run (bench/run --against) or of another build (--before)."""

KEPT = 0.95  # of what a ratio was; what is less has fallen


def ratios(document):
    """The ratios of what `bench/run --json` wrote, by case and peer."""
    return {(row["case"], row["against"]): row["ratio"] for row in document["rows"] if row["ratio"] is not None}


def fallen(lines, earlier):
    """The lines whose ratio fell, or that were not measured although they were earlier."""
    was = [(line, earlier.get((line["case"], line["against"]))) for line in lines]
    return [line for line, ratio in was if ratio is not None and (line["ratio"] is None or line["ratio"] < KEPT * ratio)]


def settle(lines, earlier, measure_again):
    """The lines as they stand when those that fell were measured once more, and those that fell both times: other load of the
    machine is the usual reason why a row falls once. `measure_again` makes new lines of some, in their order."""
    doubtful = fallen(lines, earlier)
    if not doubtful:
        return lines, []
    again = {(line["case"], line["against"]): line for line in measure_again(doubtful)}
    settled = [again.get((line["case"], line["against"]), line) for line in lines]
    return settled, fallen(settled, earlier)


def tell(lines, earlier):
    """A sentence for each line that fell."""
    for line in lines:
        now = line["problem"] if line["ratio"] is None else f"{line['ratio']:.3f}"
        yield f"{line['case']} against {line['against']}: {now}, was {earlier[line['case'], line['against']]:.3f}"
