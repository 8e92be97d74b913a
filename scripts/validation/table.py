#!/usr/bin/env python3
"""Prints how well replays predicted applications, from what scripts/validate measured.

  table.py VALIDATION.tsv DEVICE...        (the devices from the fastest on)

Predicted completion time over the actual one (the median of the real runs), less 1: by recipe and
pair of devices for each mode and level, then what they amount to by direction.
"""

import collections
import statistics
import sys


def read(path):
    real, replayed = collections.defaultdict(list), {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            what, recipe, *rest = line.rstrip("\n").split("\t")
            if what == "real":
                real[recipe, rest[0]].append(float(rest[1]))
            elif what == "replayed":
                source, target, mode, level, seconds = rest
                valid = not seconds.endswith("INVALID")
                replayed[recipe, source, target, f"{mode}:{level}"] = (
                    float(seconds.split()[0]), valid)
    return real, replayed


def direction(source, target, devices):
    if source == target:
        return "self"
    return "fast → slow" if devices.index(source) < devices.index(target) else "slow → fast"


def percent(error):
    return f"{100 * error:+.0f}%"


def summary(errors):
    """Median, mean and worst |error| and how many there are."""
    if not errors:
        return "-"
    sizes = [abs(error) for error in errors]
    return (f"{100 * statistics.median(sizes):.0f} / {100 * statistics.mean(sizes):.0f} / "
            f"{100 * max(sizes):.0f} ({len(sizes)})")


def show(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))).rstrip())


def main():
    path, *devices = sys.argv[1:]
    real, replayed = read(path)
    ways = list(dict.fromkeys(way for *_, way in replayed))
    errors = collections.defaultdict(list)
    rows = [["recipe", "from > to", "actual, s", "scatter", *ways]]
    for recipe, source, target in dict.fromkeys(key[:3] for key in replayed):
        runs = real.get((recipe, target))
        if not runs or source not in devices or target not in devices:
            continue
        actual = statistics.median(runs)
        cells = []
        for way in ways:
            seconds, valid = replayed.get((recipe, source, target, way), (None, True))
            if seconds is None:
                cells.append("-")
                continue
            error = seconds / actual - 1
            cells.append(percent(error) + ("" if valid else " invalid"))
            if valid:
                errors[way, direction(source, target, devices)].append(error)
        rows.append([recipe, f"{source} > {target}", f"{actual:.2f}",
                     f"{100 * (max(runs) - min(runs)) / actual:.0f}% of {len(runs)}", *cells])
    show(rows)
    print("\n|error| in percent: median / mean / worst (pairs)")
    totals = [["", *ways]]
    for name in ("self", "fast → slow", "slow → fast"):
        totals.append([name, *(summary(errors[way, name]) for way in ways)])
    totals.append(["all pairs", *(summary(errors[way, "fast → slow"] + errors[way, "slow → fast"])
                                  for way in ways)])
    show(totals)


if __name__ == "__main__":
    main()
