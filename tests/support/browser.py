# SPDX-License-Identifier: Apache-2.0
"""Chromium for the tests that look at pages."""
import base64
import json
import os
import select
import subprocess

PATIENCE = 600  # seconds that Chromium may take for an answer


class Browser:
    """Chromium without a window, driven through a pipe by its own protocol: JSON messages, each ended by a NUL."""

    def __init__(self, profile):
        (theirs, self.to), (self.back, back) = os.pipe(), os.pipe()
        keep = (os.dup2(theirs, 60), os.dup2(back, 61))  # numbers that 3 and 4, which Chromium expects, cannot overwrite
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={profile}", "--remote-debugging-pipe"]
        command = "exec chromium \"$@\" 3<&60 4>&61 2>/dev/null"
        self.process = subprocess.Popen(["bash", "-c", command, "bash", *options, "about:blank"], pass_fds=keep, stdout=subprocess.DEVNULL)
        for number in {theirs, back, *keep}:
            os.close(number)
        self.last, self.session, self.rest, self.errors = 0, None, b"", []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            if not select.select([self.back], [], [], PATIENCE)[0]:
                raise TimeoutError("Chromium does not answer")
            self.rest += os.read(self.back, 1 << 20)
        one, self.rest = self.rest.split(b"\0", 1)
        one = json.loads(one)
        if one.get("method") == "Runtime.exceptionThrown":
            self.errors.append(one["params"]["exceptionDetails"]["text"])
        elif one.get("method") == "Log.entryAdded" and one["params"]["entry"]["level"] == "error":
            self.errors.append(one["params"]["entry"]["text"])
        return one

    def ask(self, method, until=None, **parameters):
        """The answer; with `until`, once the event of that name has come as well."""
        self.last += 1
        words = {"id": self.last, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        os.write(self.to, json.dumps(words).encode() + b"\0")
        answer, waits = None, until is not None
        while answer is None or waits:
            one = self.message()
            waits = waits and one.get("method") != until
            answer = one if one.get("id") == self.last else answer
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def look(self, file, width, picture):
        """How wide a page is on a screen of that width."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Page.navigate", until="Page.loadEventFired", url=file.as_uri())
        if picture:
            height = min(self.ask("Page.getLayoutMetrics")["cssContentSize"]["height"], 6000)
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            picture.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]))
        return self.value("document.documentElement.scrollWidth")

    def value(self, expression):
        """What an expression of JavaScript is on the page."""
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def close(self):
        self.process.kill()
        self.process.wait()
