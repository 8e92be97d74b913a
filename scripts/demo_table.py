#!/usr/bin/env python3
"""Prints one line a result.json: how long the application took there, and whether to believe it.

usage: demo_table.py RESULT.json...
"""

import json
import os
import sys


def seconds(ns):
    return "-" if ns is None else f"{ns / 1e9:.2f} s"


def main():
    rows = [("replay", "completed", "recorded", "ratio", "error p99", "verdict")]
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        run = result["repeats"][0]
        fidelity = run["fidelity"]
        took, recorded = run["completion_ns"], result["trace"]["recorded_completion_ns"]
        has_think_time = result["mode"] != "afap"
        ratio = f"{took / recorded:.2f}" if took and recorded and has_think_time else "-"
        verdict = "valid" if fidelity["valid"] else "INVALID: " + "; ".join(fidelity["reasons"])
        rows.append((os.path.basename(path).removesuffix(".json"), seconds(took),
                     seconds(recorded), ratio, f"{fidelity['error_p99_ns'] / 1e6:.3f} ms",
                     verdict))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1])]
        print("  ".join(cells + [row[-1]]))


if __name__ == "__main__":
    main()
