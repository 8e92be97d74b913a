"""Makes large documents, the same each time, in OpenDocument's flat form."""

import base64
import random

rng = random.Random(1)
words = ["".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 10))) for _ in range(8000)]

NAMES = {"office": "office:1.0", "text": "text:1.0", "draw": "drawing:1.0", "table": "table:1.0",
         "svg": "svg-compatible:1.0", "presentation": "presentation:1.0"}
SPACES = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}"' for name, urn in NAMES.items())


def sentence(count):
    return " ".join(rng.choices(words, k=count))


def picture(number, width, height, more=""):
    with open(f"picture{number}.jpg", "rb") as file:
        data = base64.b64encode(file.read()).decode()
    return (f'<draw:frame {more} svg:width="{width}cm" svg:height="{height}cm"><draw:image>'
            f"<office:binary-data>{data}</office:binary-data></draw:image></draw:frame>")


def write(name, kind, body):
    with open(name, "w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?><office:document {SPACES} office:version="1.2" '
                   f'office:mimetype="application/vnd.oasis.opendocument.{kind}">'
                   f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document>")


def text(chapters):
    parts = []
    for chapter in range(1, chapters + 1):
        parts.append(f'<text:h text:outline-level="1">Chapter {chapter}: {sentence(4)}</text:h>')
        parts += [f"<text:p>{sentence(rng.randint(40, 120))}.</text:p>" for _ in range(16)]
        parts.append(f'<text:p>{picture(chapter, 14, 10, "text:anchor-type=" + chr(34) + "as-char" + chr(34))}</text:p>')
        rows = "".join("<table:table-row>" + "".join(
            f"<table:table-cell><text:p>{sentence(2)}</text:p></table:table-cell>" for _ in range(4))
            + "</table:table-row>" for _ in range(8))
        parts.append(f'<table:table><table:table-column table:number-columns-repeated="4"/>{rows}</table:table>')
    write("document.fodt", "text", "".join(parts))


def slides(count):
    parts = []
    for number in range(1, count + 1):
        frame = picture(number, 18, 12, 'svg:x="4cm" svg:y="4cm"')
        title = (f'<draw:frame svg:x="2cm" svg:y="1cm" svg:width="22cm" svg:height="2cm"><draw:text-box>'
                 f"<text:p>{number}. {sentence(5)}</text:p></draw:text-box></draw:frame>")
        parts.append(f'<draw:page draw:name="slide {number}">{title}{frame}</draw:page>')
    write("slides.fodp", "presentation", "".join(parts))
