#!/usr/bin/env python3
"""Packs a recorded trace with its README, and keeps the table of all of them.

  describe.py pack NAME TRACE VERSIONS FOLDER   moves TRACE to FOLDER/NAME, with a README
  describe.py table FOLDER                      writes the table in FOLDER/README.md
  describe.py check FOLDER                      fails where a trace or a text is not as it should be

$IOREEL names the program that reads the traces; $TITLE what was done, for `pack`.
"""

import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

MAX_SECONDS = 480
MAX_BYTES = 40e6
BEGIN = "<!-- figures -->"
END = "<!-- /figures -->"


def info(trace):
    ioreel = os.environ.get("IOREEL", "ioreel")
    out = subprocess.run([ioreel, "info", "--json", str(trace)], capture_output=True, text=True)
    if out.returncode not in (0, 4):
        sys.exit(f"describe.py: {trace}: {out.stderr.strip()}")
    return json.loads(out.stdout)


def faults(trace):
    """What keeps a recording from being kept, as sentences."""
    said = []
    if not trace["complete"]:
        said.append("it is not complete")
    if trace["tainted"]:
        said.append("it is tainted")
    if trace["lost"]:
        said.append(f"{trace['lost']} events were lost")
    if trace["command"]["exit_code"] != 0:
        said.append(f"the application ended with {trace['command']['exit_code']}")
    if trace["queue"]["count"] < 2000:
        said.append(f"it holds {trace['queue']['count']} I/Os, at least 2,000 are wanted")
    if trace["host"]["hostname"] != "suite":
        said.append(f"it names the host {trace['host']['hostname']}")
    return said


def size(count, unit):
    return f"{count / 1e6:,.1f} {unit}"


def ops(level, op):
    return level["ops"].get(op, {"count": 0, "bytes": 0})


def figures(trace):
    """Rows of (what, queue level, issue level)."""
    levels = [trace["queue"], trace["issue"]]

    def row(what, of):
        return (what, *(of(level) for level in levels))

    return [
        row("I/Os", lambda l: f"{l['count']:,}"),
        row("reads", lambda l: f"{ops(l, 'read')['count']:,}"),
        row("read", lambda l: size(ops(l, "read")["bytes"], "MB")),
        row("writes", lambda l: f"{ops(l, 'write')['count']:,}"),
        row("written", lambda l: size(ops(l, "write")["bytes"], "MB")),
        row("flushes", lambda l: f"{ops(l, 'flush')['count']:,}"),
        row("sequential within a task", lambda l: f"{l['sequential_by_task']:.1%}"),
        row("mean depth", lambda l: f"{l['mean_depth']:.1f}"),
        row("idle", lambda l: f"{l['idle_share']:.1%}"),
    ]


def figures_text(trace):
    lines = [BEGIN, "| | queued | issued |", "|---|--:|--:|"]
    lines += [f"| {what} | {queue} | {issue} |" for what, queue, issue in figures(trace)]
    seconds = trace["span_ns"] / 1e9
    lines += ["", f"Span {seconds:.1f} s, {trace['lost']} events lost, "
              f"trace.ioreel has {trace['file_bytes']:,} bytes.", END]
    return "\n".join(lines)


def readme(name, title, versions, trace):
    device = trace["devices"][0]
    day = datetime.datetime.fromtimestamp(trace["start_wall_ns"] / 1e9, datetime.timezone.utc).date()
    return f"""# {name}

{title}.

Recorded by `scripts/record-suite {name}` on {day}, from a cold cache, on {device["filesystem"]} on a loop device of
{device["size_bytes"] / 2**30:.0f} GiB that also holds the programs, on a virtual machine with {trace["host"]["cpus"]} cores and {trace["host"]["kernel"].split("-")[0]}.
What was done, to the letter: [the recipe](../recipes/{name}).

Programs of Debian 12: {", ".join(versions)}.

{figures_text(trace)}

Licence: as the project's, Apache-2.0. The trace holds no contents of files.
"""


def pack(name, recorded, versions, folder):
    trace = info(recorded)
    said = faults(trace)
    if said:
        sys.exit(f"describe.py: the recording of {name} is not kept: {'; '.join(said)}. Record it again.")
    folder = pathlib.Path(folder) / name
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(recorded, folder / "trace.ioreel")
    lines = pathlib.Path(versions).read_text().splitlines()
    (folder / "README.md").write_text(readme(name, os.environ["TITLE"], lines, trace))
    print(figures_text(trace))


def recorded_by_recipes(folder):
    folder = pathlib.Path(folder)
    for readme_file in sorted(folder.glob("*/README.md")):
        if BEGIN in readme_file.read_text():
            yield readme_file.parent


def table_text(folder):
    lines = [BEGIN, "| trace | I/Os | MB read | MB written | sequential | idle | span, s | bytes |",
             "|---|--:|--:|--:|--:|--:|--:|--:|"]
    seconds = file_bytes = 0
    for each in recorded_by_recipes(folder):
        trace = info(each / "trace.ioreel")
        queue = trace["queue"]
        seconds += trace["span_ns"] / 1e9
        file_bytes += trace["file_bytes"]
        lines.append(f"| [{each.name}]({each.name}/README.md) | {queue['count']:,} "
                     f"| {ops(queue, 'read')['bytes'] / 1e6:,.1f} | {ops(queue, 'write')['bytes'] / 1e6:,.1f} "
                     f"| {queue['sequential_by_task']:.0%} | {queue['idle_share']:.0%} "
                     f"| {trace['span_ns'] / 1e9:.1f} | {trace['file_bytes']:,} |")
    lines += [f"| together | | | | | | {seconds:.1f} | {file_bytes:,} |", END]
    return "\n".join(lines), seconds, file_bytes


def between(text):
    found = re.search(re.escape(BEGIN) + ".*" + re.escape(END), text, re.S)
    return found.group(0) if found else ""


def write_table(folder):
    file = pathlib.Path(folder) / "README.md"
    text = file.read_text() if file.exists() else f"# Traces\n\n{BEGIN}\n{END}\n"
    new, _, _ = table_text(folder)
    file.write_text(text.replace(between(text), new))


def check(folder):
    said = []
    for each in recorded_by_recipes(folder):
        trace = info(each / "trace.ioreel")
        said += [f"{each.name}: {fault}" for fault in faults(trace)]
        if between((each / "README.md").read_text()) != figures_text(trace):
            said.append(f"{each.name}: the figures of its README are not those of its trace")
    table, seconds, file_bytes = table_text(folder)
    if between((pathlib.Path(folder) / "README.md").read_text()) != table:
        said.append("the table in README.md is not that of the traces: run `describe.py table`")
    if seconds > MAX_SECONDS:
        said.append(f"the traces span {seconds:.0f} s, more than {MAX_SECONDS} s")
    if file_bytes > MAX_BYTES:
        said.append(f"the traces have {file_bytes:,} bytes, more than {MAX_BYTES:,.0f}")
    if said:
        sys.exit("\n".join(said))


def main(words):
    commands = {"pack": (pack, 4), "table": (write_table, 1), "check": (check, 1)}
    if len(words) < 2 or words[1] not in commands or len(words) - 2 != commands[words[1]][1]:
        sys.exit(__doc__)
    commands[words[1]][0](*words[2:])


if __name__ == "__main__":
    main(sys.argv)
