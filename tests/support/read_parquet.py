#!/usr/bin/env python3
"""Prints a Parquet file as CSV: what the tests hold ioreel's writer against.

Written from parquet-format's documents (parquet.thrift, Encodings.md), apart from the writer. Reads
optional columns of INT64 (DELTA_BINARY_PACKED) and BYTE_ARRAY (RLE_DICTIONARY) in zstd pages, and
checks the statistics. The metadata's keys go to stderr.
"""
import ctypes
import struct
import sys

ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t


def unzstd(data, size):
    out = ctypes.create_string_buffer(size + 1)
    got = ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), data, ctypes.c_size_t(len(data)))
    assert got == size, (got, size)
    return out.raw[:size]


class Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def take(self, n):
        self.at += n
        return self.data[self.at - n:self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def zigzag(self):
        n = self.varint()
        return n >> 1 if n % 2 == 0 else -(n + 1) // 2

    def thrift(self, kind=12):
        if kind in (4, 5, 6):
            return self.zigzag()
        if kind == 8:
            return self.take(self.varint())
        if kind == 9:
            head = self.byte()
            size = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.thrift(head & 15) for _ in range(size)]
        assert kind == 12, kind
        fields, last = {}, 0
        while (head := self.byte()) != 0:
            last += head >> 4
            fields[last] = self.thrift(head & 15)
        return fields

    def packed(self, count, width):
        bits = int.from_bytes(self.take(count * width // 8), "little")
        return [bits >> i * width & ((1 << width) - 1) for i in range(count)]

    def hybrid(self, count, width):
        values = []
        while len(values) < count:
            head = self.varint()
            if head & 1:
                values += self.packed((head >> 1) * 8, width)
            else:
                values += [int.from_bytes(self.take((width + 7) // 8), "little")] * (head >> 1)
        return values[:count]

    def deltas(self):
        block, minis, total = self.varint(), self.varint(), self.varint()
        values = [self.zigzag()]
        while len(values) < total:
            least = self.zigzag()
            for width in [self.byte() for _ in range(minis)]:
                if len(values) < total:
                    for delta in self.packed(block // minis, width):
                        values.append((values[-1] + least + delta + 2**63) % 2**64 - 2**63)
        return values[:total]


def column(data, meta, unsigned):
    at, end = meta.get(11, meta[9]), meta.get(11, meta[9]) + meta[7]
    rows, words = [], None
    while at < end:
        reader = Reader(data, at)
        head = reader.thrift()
        page = Reader(unzstd(reader.take(head[3]), head[2]))
        at = reader.at
        if head[1] == 2:
            words = [page.take(struct.unpack("<I", page.take(4))[0]) for _ in range(head[7][1])]
            continue
        count = head[5][1]
        levels = Reader(page.take(struct.unpack("<I", page.take(4))[0])).hybrid(count, 1)
        known = sum(levels)
        if words is not None:
            width = page.byte()
            values = [words[i] for i in page.hybrid(known, width)]
        else:
            values = [v % 2**64 if unsigned else v for v in page.deltas()[:known]]
        assert len(values) == known
        values = iter(values)
        rows += [next(values) if level else None for level in levels]
    assert len(rows) == meta[5]
    seen = [value for value in rows if value is not None]
    assert meta[12][3] == len(rows) - len(seen)
    if seen:
        pack = (lambda v: v) if words is not None else (
            lambda v: struct.pack("<Q" if unsigned else "<q", v))
        assert (meta[12][5], meta[12][6]) == (pack(max(seen)), pack(min(seen))), meta[12]
    return rows


def main():
    data = open(sys.argv[1], "rb").read()
    assert data[:4] == data[-4:] == b"PAR1"
    size = struct.unpack("<I", data[-8:-4])[0]
    footer = Reader(data, len(data) - 8 - size).thrift()
    schema = footer[2][1:]
    print(",".join(element[4].decode() for element in schema))
    rows = 0
    for group in footer[4]:
        columns = [column(data, chunk[3], element.get(6) == 14)
                   for chunk, element in zip(group[1], schema)]
        rows += group[3]
        for row in zip(*columns):
            print(",".join("" if v is None else v.decode() if isinstance(v, bytes) else str(v)
                           for v in row))
    assert rows == footer[3]
    for pair in footer[5]:
        print(pair[1].decode(), pair[2].decode(), sep=" = ", file=sys.stderr)


main()
