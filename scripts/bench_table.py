#!/usr/bin/env python3
"""Runs every *_bench program (google-benchmark) of a folder and prints one table of figures.

usage: bench_table.py FOLDER PATTERN
"""

import glob
import json
import os
import subprocess
import sys

# What google-benchmark says of each run beside the counters of the benchmark itself.
STANDARD = {"name", "run_name", "run_type", "family_index", "per_family_instance_index",
            "repetitions", "repetition_index", "threads", "iterations", "real_time", "cpu_time",
            "time_unit", "error_occurred", "error_message", "label"}


def human(value):
    for factor, suffix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= factor:
            return f"{value / factor:.2f}{suffix}"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def figures(run):
    if run.get("error_occurred"):
        return "skipped: " + run["error_message"]
    counters = [f"{key} {human(value)}" for key, value in run.items() if key not in STANDARD]
    counters.append(f"{run['real_time']:.3g} {run['time_unit']}")
    return ", ".join(counters) + (f"  {run['label']}" if run.get("label") else "")


def runs_of(program, pattern):
    done = subprocess.run([program, "--benchmark_format=json", "--benchmark_filter=" + pattern],
                          stdout=subprocess.PIPE, check=False, text=True)
    if done.returncode:
        raise SystemExit(f"{program}: failed with status {done.returncode}")
    return json.loads(done.stdout)["benchmarks"] if done.stdout.strip() else []


def main():
    folder, pattern = sys.argv[1:]
    for program in sorted(glob.glob(os.path.join(folder, "*_bench"))):
        runs = runs_of(program, pattern)
        width = max((len(run["name"]) for run in runs), default=0)
        if runs:
            print(os.path.basename(program))
        for run in runs:
            print(f"  {run['name']:<{width}}  {figures(run)}", flush=True)


if __name__ == "__main__":
    main()
