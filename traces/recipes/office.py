"""Drives LibreOffice as a person at its windows would: office.open() gives its desktop."""

import subprocess
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def properties(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


class Office:
    def __enter__(self):
        self.process = subprocess.Popen(
            ["soffice", "--norestore", "--nologo", "--accept=pipe,name=suite;urp;StarOffice.ComponentContext"])
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        for _ in range(600):
            try:
                context = resolver.resolve("uno:pipe,name=suite;urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                time.sleep(0.1)
        self.desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
        return self

    def __exit__(self, *_):
        self.desktop.terminate()
        self.process.wait()

    def load(self, name, **values):
        url = uno.systemPathToFileUrl(f"/home/user/{name}")
        return self.desktop.loadComponentFromURL(url, "_blank", 0, properties(OnMainThread=True, **values))


def export(document, name, filter_name):
    url = uno.systemPathToFileUrl(f"/home/user/{name}")
    document.storeToURL(url, properties(FilterName=filter_name))
