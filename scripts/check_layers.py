#!/usr/bin/env python3
"""Checks who includes whom: prints file:line and the rule that a line breaks, and exits 1.

The tables below are the architecture (docs/architecture.md): a room may include itself and the
rooms it names; a library in CONTAINED stays inside the files named with it.
"""

import os
import re
import sys

CORE = ["formats", "formats/model", "base"]
ROOMS = {
    "base": [],
    "formats/model": ["base"],
    "formats": ["formats/model", "base"],
    "capture": CORE,
    "replay": CORE,
    "analysis": CORE,
    "traces": CORE,
    "cli": ["capture", "replay", "analysis", "traces"] + CORE,
    "tests": ["cli", "capture", "replay", "analysis", "traces"] + CORE,
}

# include prefix -> (files that may have it, why)
CONTAINED = {
    "CLI/": (r"cli/(flag_set|main|docs/command_doc)\.cc",
             "CLI11 stays in cli/flag_set.cc, cli/main.cc and cli/docs/command_doc.cc"),
    "boost/": (r"(formats|tests)/.*|analysis/stats/normal\.cc",
               "Boost stays in formats, and for quantiles in analysis/stats/normal.cc"),
    "zlib.h": (r"(formats/io|tests)/.*|analysis/svg/png\.cc",
               "zlib stays in formats/io, for inputs, and in analysis/svg/png.cc"),
    "lzma.h": (r"(formats/io|tests)/.*", "compression of inputs stays in formats/io"),
    "bzlib.h": (r"(formats/io|tests)/.*", "compression of inputs stays in formats/io"),
    "sodium": (r"formats/edit/.*", "libsodium stays in formats/edit"),
    "nlohmann/": (r".*\.cc", "nlohmann-json stays out of headers"),
    "toml++/": (r"base/toml_table\.cc", "toml++ stays in base/toml_table.cc"),
    "liburing": (r"replay/engines/.*", "liburing stays in replay/engines"),
    "libaio": (r"replay/engines/.*", "libaio stays in replay/engines"),
    "absl/synchronization": (r"$", "std::mutex, not absl::Mutex, which blinds ThreadSanitizer"),
    "gtest/": (r"tests/.*", "GoogleTest stays in tests"),
    "gmock/": (r"tests/.*", "GoogleTest stays in tests"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
STRING_VIEW = re.compile(r"\bstd::(basic_)?string_view\b|^\s*#\s*include\s*<string_view>")


def room_of(path):
    return max((r for r in ROOMS if path.startswith(r + "/")), key=len, default=None)


def include_fault(root, path, quote, included):
    for prefix, (allowed, rule) in CONTAINED.items():
        if included.startswith(prefix) and not re.fullmatch(allowed, path):
            return rule
    target = room_of(included)
    if target is None:
        ours = included.startswith(".") or (quote == '"' and os.path.exists(
            os.path.join(root, os.path.dirname(path), included)))
        return "includes are written from the root of the project" if ours else None
    if quote == "<":
        return "a header of the project is included with quotes"
    room = room_of(path)
    if target != room and target not in ROOMS[room]:
        return f"{room} may not include {target} (it may: {', '.join(ROOMS[room]) or 'nothing'})"
    if not os.path.exists(os.path.join(root, included)):
        return "no such header"
    return None


def faults_of(root, path):
    room = room_of(path)
    with open(os.path.join(root, path), encoding="utf-8") as file:
        lines = file.read().splitlines()
    if path.endswith(".h") and "#pragma once" not in lines:
        yield 1, "a header begins with #pragma once"
    for number, line in enumerate(lines, 1):
        include = INCLUDE.match(line)
        if include:
            rule = include_fault(root, path, include[1], include[2])
            if rule:
                yield number, f"{include[2]}: {rule}"
        if room != "base" and STRING_VIEW.search(line.split("//")[0]):
            yield number, "std::string_view: absl::string_view outside base, they do not convert"


def sources(root):
    tops = {room.split("/")[0] for room in ROOMS}
    for top in sorted(tops):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cc")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def main():
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    root = sys.argv[1] if len(sys.argv) > 1 else default
    count = 0
    for path in sources(root):
        for number, rule in faults_of(root, path):
            print(f"{path}:{number}: {rule}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
