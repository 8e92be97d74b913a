"""Watches what reaches a block device, whoever sends it, and compares it with what should have.

Needs root and tracefs. The kernel stamps each bio as it enters the block layer (tracepoint
block:block_bio_queue, CLOCK_MONOTONIC) in an instance of tracefs of its own; nothing is read while
the watched command runs, and nothing is believed that a replayer says of itself.
"""

import collections
import os
import re
import statistics

TRACEFS = next((path for path in ("/sys/kernel/tracing", "/sys/kernel/debug/tracing")
                if os.path.isdir(path + "/events/block")), None)
SECTOR = 512
LINE = re.compile(r"(\d+)\.(\d+): block_bio_queue: \d+,\d+ (\S+) (\d+) \+ (\d+) \[")

# Times in ns; op R, W, D, Z or F; a flush has no offset and no length.
Io = collections.namedtuple("Io", "time op offset length")


class Lost(Exception):
    """The kernel's buffer was too small: what was seen is not the whole."""


def _op(rwbs, sectors):
    op = rwbs.lstrip("F")[:1] if sectors else "F"
    return "Z" if op == "N" else op


class Watch:
    """with Watch(device) as watch: run something; then watch.ios()."""

    def __init__(self, device, buffer_mib=96):
        self._folder = f"{TRACEFS}/instances/ioreel_bench_{os.getpid()}"
        number = os.stat(device).st_rdev
        self._filter = f"dev == {os.major(number) << 20 | os.minor(number)}"
        self._buffer_kib = buffer_mib << 10

    def _write(self, name, text):
        with open(f"{self._folder}/{name}", "w", encoding="ascii") as file:
            file.write(text)

    def __enter__(self):
        os.mkdir(self._folder)
        self._write("trace_clock", "mono")
        self._write("options/overwrite", "0")
        self._write("buffer_size_kb", str(self._buffer_kib))
        self._write("events/block/block_bio_queue/filter", self._filter)
        self._write("events/block/block_bio_queue/enable", "1")
        return self

    def ios(self):
        """All that was seen so far, in order of time."""
        self._write("events/block/block_bio_queue/enable", "0")
        for cpu in os.listdir(f"{self._folder}/per_cpu"):
            with open(f"{self._folder}/per_cpu/{cpu}/stats", encoding="ascii") as file:
                if re.search(r"(overrun|dropped events): [1-9]", file.read()):
                    raise Lost(f"{cpu}: events were lost; a larger buffer is needed")
        with open(f"{self._folder}/trace", encoding="ascii", errors="replace") as file:
            seen = [self._parse(match) for match in map(LINE.search, file) if match]
        return sorted(seen)

    @staticmethod
    def _parse(match):
        seconds, fraction, rwbs, sector, sectors = match.groups()
        time = int(seconds) * 10**9 + int(fraction.ljust(9, "0"))
        op = _op(rwbs, int(sectors))
        return Io(time, op, 0, 0) if op == "F" else Io(time, op, int(sector) * SECTOR,
                                                        int(sectors) * SECTOR)

    def __exit__(self, *_):
        self._write("events/block/block_bio_queue/enable", "0")
        os.rmdir(self._folder)


def compare(reference, seen):
    """How well `seen` keeps to `reference`: the n-th I/O of an op, offset and length is the n-th.

    Errors are |time since the first matched I/O, seen - reference| in us. Flushes are counted
    but not timed: a preflush goes out when its write does, wherever the kernel puts it. An I/O that
    the kernel returned unfinished (io_uring's first, unwaiting try) and its sender repeated is extra.
    """
    queues = collections.defaultdict(collections.deque)
    for io in seen:
        queues[io[1:]].append(io.time)
    pairs = [(io.time, queues[io[1:]].popleft()) for io in reference
             if io.op != "F" and queues[io[1:]]]
    result = {"missing": sum(io.op != "F" for io in reference) - len(pairs),
              "extra": sum(len(q) for key, q in queues.items() if key[0] != "F"),
              "flushes": sum(io.op == "F" for io in seen)}
    if len(pairs) < 2:
        return result
    zero_wanted, zero_seen = pairs[0]
    signed = [(got - zero_seen - (wanted - zero_wanted)) / 1e3 for wanted, got in pairs]
    errors = sorted(map(abs, signed))
    tail = max(1, len(signed) // 100)
    latest = order_faults = 0
    for wanted, got in sorted(pairs, key=lambda pair: pair[1]):
        order_faults += wanted < latest
        latest = max(latest, wanted)
    first, last = min(got for _, got in pairs), max(got for _, got in pairs)
    return result | {
        "p50": errors[len(errors) // 2], "p99": errors[len(errors) * 99 // 100],
        "drift": statistics.median(signed[-tail:]) - statistics.median(signed[:tail]),
        "reordered": order_faults,
        "kiops": len(pairs) / max(last - first, 1) * 1e6,
    }
