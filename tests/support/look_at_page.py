#!/usr/bin/env python3
"""Looks at a page in headless Chromium and prints what is wrong with it, a fault a line.

usage: look_at_page.py CHROMIUM PAGE.html [SCREENSHOT-FOLDER]

The page is shown light and dark, wide and as on a phone, with and without scripts. In each case:
nothing on the console, no request for anything but the page, every chart drawn, texts of a chart
apart and inside it, no part of the page beyond its width, no harm done by names.
"""

import base64
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

WIDTHS = {"wide": 1280, "phone": 390}

LOOK = """(() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide} pixels too wide`);
  if (window.harmed) faults.push('a name ran as a script');
  if (document.querySelector('img, iframe, object')) faults.push('a name became an element');
  for (const svg of document.querySelectorAll('figure svg')) {
    if (!svg.getClientRects().length) continue;
    const name = svg.getAttribute('aria-label').slice(0, 40), box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(text => [text.textContent, text.getBoundingClientRect()]);
    texts.forEach(([text, a], i) => {
      if (a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 1 || a.bottom > box.bottom + 1)
        faults.push(`${name}: "${text}" sticks out`);
      for (const [other, b] of texts.slice(i + 1)) {
        const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const under = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (over > 1 && under > 4) faults.push(`${name}: "${text}" lies on "${other}"`);
      }
    });
  }
  const charts = [...document.querySelectorAll('figure')].map(figure => {
    const box = (figure.querySelector('.u-over') || figure.querySelector('svg')).getBoundingClientRect();
    return {name: figure.querySelector('figcaption').textContent.slice(0, 40), x: box.x + scrollX, y: box.y + scrollY,
            width: Math.min(box.width, innerWidth - box.x), height: box.height};
  });
  return {faults, charts, live: document.querySelectorAll('figure.live').length,
          canvases: document.querySelectorAll('figure.live canvas').length,
          dark: getComputedStyle(document.body).backgroundColor};
})()"""


WIDTHS_OF_CHARTS = """[...document.querySelectorAll('.chart.drawn')]
  .map(place => [place.clientWidth, place.querySelector('.uplot').offsetWidth])
  .filter(([place, chart]) => Math.abs(place - chart) > 1)
  .map(([place, chart]) => `a chart of ${chart} pixels stands in a place of ${place}`)"""

TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"


class Browser:
    """Speaks the DevTools protocol over two pipes."""

    def __init__(self, program, profile):
        to_browser, self.requests = os.pipe()
        self.replies, from_browser = os.pipe()

        def hand_over():  # the browser reads from 3 and writes to 4
            reading, writing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-extensions",
             f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=hand_over)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None

    def read(self):
        while b"\0" not in self.buffer:
            part = os.read(self.replies, 1 << 20)
            if not part:
                raise SystemExit("the browser ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            reply = self.read()
            if reply.get("id") == self.number:
                if "error" in reply:
                    raise SystemExit(f"{method}: {reply['error']['message']}")
                return reply["result"]
            self.events.append(reply)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.read())

    def evaluate(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                         awaitPromise=True)["result"].get("value")

    def attach(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")


def pixels(png):
    """The rows of an 8-bit PNG, each as its bytes, and the bytes of a pixel."""
    at, data = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            data += body
        at += 12 + size
    deep = 4 if colour == 6 else 3
    stride, raw = width * deep, zlib.decompress(data)
    above, rows = bytearray(stride), []
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left = row[x - deep] if x >= deep else 0
            up, corner = above[x], above[x - deep] if x >= deep else 0
            if kind == 1:
                row[x] = (row[x] + left) & 255
            elif kind == 2:
                row[x] = (row[x] + up) & 255
            elif kind == 3:
                row[x] = (row[x] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up),
                           (abs(guess - corner), 2, corner))
                row[x] = (row[x] + near[2]) & 255
        rows.append(bytes(row))
        above = row
    return rows, deep


def colourful(png):
    """How many pixels have a colour, which neither backgrounds, grids nor texts have."""
    rows, deep = pixels(png)
    return sum(max(row[x:x + 3]) - min(row[x:x + 3]) > 30
               for row in rows for x in range(0, len(row), deep))


def faults_of_events(events, page):
    for event in events:
        method, about = event.get("method"), event.get("params", {})
        if method == "Runtime.consoleAPICalled":
            yield f"console: {about['args']}"
        elif method == "Runtime.exceptionThrown":
            yield f"exception: {about['exceptionDetails'].get('exception', {}).get('description')}"
        elif method == "Log.entryAdded":
            yield f"log: {about['entry']['text']}"
        elif method == "Network.requestWillBeSent":
            url = about["request"]["url"]
            if url != page and not url.startswith("data:"):
                yield f"request: {url}"


def show(browser, page, theme, width, scripts):
    browser.events.clear()
    browser.call("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": theme}])
    browser.call("Emulation.setDeviceMetricsOverride", width=WIDTHS[width], height=900,
                 deviceScaleFactor=1, mobile=width == "phone")
    browser.call("Emulation.setScriptExecutionDisabled", value=not scripts)
    browser.call("Page.navigate", url=page)
    browser.wait_for("Page.loadEventFired")
    if scripts:
        browser.evaluate("""new Promise(done => {
          const look = () => !document.querySelector('figure.live') || document.documentElement.dataset.charts
            ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 20);
          look();
        })""")


def blank_charts(browser, charts, width):
    for chart in charts:
        clip = {**{key: chart[key] for key in ("x", "y", "width", "height")}, "scale": 1 if width == "phone" else 0.5}
        shot = browser.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        if colourful(base64.b64decode(shot["data"])) < 20:
            yield f"{chart['name']}: nothing is drawn"


def narrowed(browser):
    """Charts follow a window that changes its width."""
    browser.call("Emulation.setDeviceMetricsOverride", width=700, height=900, deviceScaleFactor=1, mobile=False)
    browser.evaluate(TWO_FRAMES)
    for fault in browser.evaluate(WIDTHS_OF_CHARTS):
        yield f"narrowed: {fault}"


def keep_screenshot(browser, folder, name):
    shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True)
    with open(os.path.join(folder, name + ".png"), "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def look(browser, page, theme, width, scripts):
    show(browser, page, theme, width, scripts)
    # Scripts of the page are off, those of this program are not.
    seen = browser.evaluate(LOOK)
    yield from seen["faults"]
    if seen["canvases"] != (seen["live"] if scripts else 0):
        yield f"{seen['canvases']} of {seen['live']} charts can be zoomed into"
    light = sum(int(part) for part in seen["dark"][4:-1].split(",")) > 3 * 128
    if light != (theme == "light"):
        yield f"the background is {seen['dark']}"
    yield from blank_charts(browser, seen["charts"], width)
    yield from faults_of_events(browser.events, page)


def main():
    program, path = sys.argv[1:3]
    folder = sys.argv[3] if len(sys.argv) > 3 else None
    page, count = "file://" + os.path.abspath(path), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        try:
            browser.attach()
            for theme, width, scripts in (("light", "wide", True), ("dark", "wide", False),
                                          ("dark", "phone", True), ("light", "phone", False)):
                case = f"{theme}, {width}, {'with' if scripts else 'without'} scripts"
                for fault in look(browser, page, theme, width, scripts):
                    print(f"{case}: {fault}")
                    count += 1
                if folder:
                    keep_screenshot(browser, folder, case.replace(", ", "-").replace(" ", "-"))
                for fault in narrowed(browser) if scripts else ():
                    print(f"{case}: {fault}")
                    count += 1
        finally:
            browser.process.kill()
            browser.process.wait()
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
