"""A WebKitGTK browser that WebKitWebDriver can start: MiniBrowser, when driven, keeps nothing, so that it has nothing after a restart.

Usage: webkit-host.py FOLDER [BYTES]. All data of sites is kept in FOLDER; with BYTES, each site may store about so many. What pages log
goes to the standard output.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = sys.argv[1]
properties = {
    "base_data_directory": os.path.join(folder, "data"),
    "base_cache_directory": os.path.join(folder, "cache"),
}
if len(sys.argv) > 2:
    os.makedirs(folder, exist_ok=True)
    volume = os.statvfs(folder)
    ratio = int(sys.argv[2]) / (volume.f_blocks * volume.f_frsize)
    properties["origin_storage_ratio"] = ratio
    properties["total_storage_ratio"] = min(1.0, 10 * ratio)

context = WebKit2.WebContext(website_data_manager=WebKit2.WebsiteDataManager(**properties))
context.set_automation_allowed(True)


def create_web_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    view.connect("close", lambda closed: closed.get_toplevel().destroy())
    window = Gtk.Window(default_width=1440, default_height=900)
    window.add(view)
    window.show_all()
    return view


def start_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("mapledger-webkit-host")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", create_web_view)


context.connect("automation-started", start_automation)
Gtk.main()
