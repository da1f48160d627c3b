"""What a step does behind the end of an initializer that ran within it: to the statics of the class, to objects that the
initializer has made, and to those of a class that was initialized within another initializer. Whoever uses the class
without that initializer could have come first. Settings of the library are such statics."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from tests import support
from tests.support import BFS

WAYS: dict[str, dict[str, str]] = {
    "true": {"search__class": "dfs"},
    "bfs": {"search__class": BFS},
    "dynamic": {"search__class": "dfs", "vm__por": "dynamic"},
    "dpor": {"search__class": "dpor"},
    "no sleep sets": {"search__class": "dfs", "vm__por__sleep_sets": "false"},
}
EVERYTHING = {"search__class": "dfs", "vm__por": "false"}

# By class of the JDK: the setter, and what the getter says, as a string.
SETTINGS = {
    "ObjectInputFilter": (
        "java.io.ObjectInputFilter.Config.setSerialFilter(x -> null)",
        '"" + (java.io.ObjectInputFilter.Config.getSerialFilter() == null)',
    ),
    "Authenticator": (
        "java.net.Authenticator.setDefault(new java.net.Authenticator() { })",
        '"" + (java.net.Authenticator.getDefault() == null)',
    ),
    "CookieHandler": (
        "java.net.CookieHandler.setDefault(new java.net.CookieManager())",
        '"" + (java.net.CookieHandler.getDefault() == null)',
    ),
    "HttpURLConnection": (
        "java.net.HttpURLConnection.setFollowRedirects(false)",
        '"" + java.net.HttpURLConnection.getFollowRedirects()',
    ),
    "same value": (
        "java.net.HttpURLConnection.setFollowRedirects(true)",
        "put(() -> java.net.HttpURLConnection.setFollowRedirects(false))",
    ),
    "ProxySelector": (
        "java.net.ProxySelector.setDefault(null)",
        '"" + (java.net.ProxySelector.getDefault() == null)',
    ),
    "ResponseCache": (
        "java.net.ResponseCache.setDefault(new Cache())",
        '"" + (java.net.ResponseCache.getDefault() == null)',
    ),
    "FileNameMap": (
        "java.net.URLConnection.setFileNameMap(x -> x)",
        'java.net.URLConnection.getFileNameMap().getContentTypeFor("a.gif")',
    ),
    "AllowUserInteraction": (
        "java.net.URLConnection.setDefaultAllowUserInteraction(true)",
        '"" + java.net.URLConnection.getDefaultAllowUserInteraction()',
    ),
    "UseCaches": (
        'java.net.URLConnection.setDefaultUseCaches("jar", false)',
        '"" + java.net.URLConnection.getDefaultUseCaches("jar")',
    ),
    "ContentHandlerFactory": (
        "java.net.URLConnection.setContentHandlerFactory(x -> null)",
        "put(() -> java.net.URLConnection.setContentHandlerFactory(x -> null))",
    ),
    "Security": (
        'java.security.Security.setProperty("x", "1")',
        'java.security.Security.getProperty("x")',
    ),
    "Locale": ("Locale.setDefault(Locale.GERMANY)", "Locale.getDefault().toString()"),
    "Locale of a category": (
        "Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY)",
        "Locale.getDefault(Locale.Category.FORMAT).toString()",
    ),
    "TimeZone": ('TimeZone.setDefault(TimeZone.getTimeZone("GMT+3"))', "TimeZone.getDefault().getID()"),
    "System": ('System.setProperty("x", "1")', 'System.getProperty("x")'),
    "Thread": (
        "Thread.setDefaultUncaughtExceptionHandler((x, y) -> { })",
        '"" + (Thread.getDefaultUncaughtExceptionHandler() == null)',
    ),
    "HostnameVerifier": (
        "javax.net.ssl.HttpsURLConnection.setDefaultHostnameVerifier((x, y) -> true)",
        '"" + javax.net.ssl.HttpsURLConnection.getDefaultHostnameVerifier().verify("a", null)',
    ),
    "DriverManager": ("java.sql.DriverManager.setLoginTimeout(5)", '"" + java.sql.DriverManager.getLoginTimeout()'),
    "LogWriter": (
        "java.sql.DriverManager.setLogWriter(new PrintWriter(new StringWriter()))",
        '"" + (java.sql.DriverManager.getLogWriter() == null)',
    ),
    "RMISocketFactory": (
        "java.rmi.server.RMISocketFactory.setFailureHandler(x -> true)",
        '"" + (java.rmi.server.RMISocketFactory.getFailureHandler() == null)',
    ),
    "Beans": ("java.beans.Beans.setDesignTime(true)", '"" + java.beans.Beans.isDesignTime()'),
    "Introspector": (
        'java.beans.Introspector.setBeanInfoSearchPath(new String[] {"a"})',
        "Arrays.toString(java.beans.Introspector.getBeanInfoSearchPath())",
    ),
    "PropertyEditorManager": (
        'java.beans.PropertyEditorManager.setEditorSearchPath(new String[] {"a"})',
        "Arrays.toString(java.beans.PropertyEditorManager.getEditorSearchPath())",
    ),
    "ImageIO": ("javax.imageio.ImageIO.setUseCache(false)", '"" + javax.imageio.ImageIO.getUseCache()'),
    "Level": (
        'java.util.logging.Logger.getLogger("a").setLevel(java.util.logging.Level.OFF)',
        '"" + java.util.logging.Logger.getLogger("a").getLevel()',
    ),
    "Random": ("r[1] = String.valueOf(new Random().nextInt())", "String.valueOf(new Random().nextInt())"),
    "thread numbers": (
        "r[1] = Executors.defaultThreadFactory().newThread(null).getName()",
        "Executors.defaultThreadFactory().newThread(null).getName()",
    ),
}
# Without reductions too large for a test: those that read files, and those that make a logger.
LARGE = {"ObjectInputFilter", "FileNameMap", "Security", "TimeZone", "ImageIO", "Level"}
SOME = [n for n in SETTINGS if n not in LARGE]
FRAME = """
import java.io.*; import java.util.*; import java.util.concurrent.*;
class Settings {
    interface Body { void run() throws Exception; }
    static class Cache extends java.net.ResponseCache {
        public java.net.CacheResponse get(java.net.URI u, String m, Map<String, List<String>> h) { return null; }
        public java.net.CacheRequest put(java.net.URI u, java.net.URLConnection c) { return null; }
    }
    static String[] r = {"", ""};
    static String put(Body b) throws Exception { b.run(); return ""; }
    static Thread thread(Body b) {
        return new Thread(() -> {
            try { b.run(); }
            catch (Exception | Error e) { r[0] += e; }
        });
    }
    public static void main(String[] a) throws Exception {
        Body[] b = null;
        switch (a[0]) {
CASES
        }
        Thread x = thread(b[0]), y = thread(b[1]);
        if (a[1].equals("set")) { x.start(); y.start(); } else { y.start(); x.start(); }
        x.join();
        y.join();
        String z = a[0].equals("same value") ? "" + java.net.HttpURLConnection.getFollowRedirects() : "";
        System.out.println("R " + r[0] + " " + r[1] + z);
    }
}
"""


@functools.cache
def settings() -> Path:
    case = '        case "{}": b = new Body[] {{() -> {}, () -> r[0] = {}}}; break;'
    return support.compile_texts(
        {"Settings.java": FRAME.replace("CASES", "\n".join(case.format(n, *SETTINGS[n]) for n in SETTINGS))}
    )


def size(report: dict[str, Any]) -> tuple[int, int]:
    assert report["complete"] and not report["errors"]
    return report["statistics"]["states_new"], report["statistics"]["transitions"]


@pytest.mark.parametrize("jdk", support.jdks())
@pytest.mark.parametrize("name", SOME)
def test_a_setting_and_the_first_use_of_its_class_in_both_orders(name: str, jdk: int) -> None:
    def one(first: str, **extra: str) -> set[str]:
        report = support.explore("Settings", settings(), name, first, jdk=support.jdks()[jdk], **extra)
        size(report)
        return support.outcomes(report)

    found = one("set", **WAYS["true"])
    assert len(found) == 2, found
    for way, extra in WAYS.items():
        assert one("set", **extra) == found, way
    assert one("get", **WAYS["true"]) == found
    assert one("get", **WAYS["dpor"]) == found
    if not support.number("JPFPY_NIGHTLY", 0) and name not in ("same value", "ProxySelector"):
        return
    for first in ("set", "get"):
        assert one(first, **EVERYTHING) == found, first


# What the threads do to a class: by the initializer of another one, or (late) behind the end of its own. The second
# could always come first, which was not tried but where a static was written or read.
PROGRAM = """
class Made {
    static class Box { int v = 1; }
    static class Plain { static int x = 1; }
    static class Boxed { static Box b = new Box(); }
    static class Array { static int[] t = {1}; }
    static class Entry { static java.util.zip.ZipEntry e = new java.util.zip.ZipEntry("e"); static { e.setSize(1); } }
    static class SetPlain { static int y; static { Plain.x = 5; y = 1; } }
    static class GetPlain { static int y; static { y = Plain.x; } }
    static class SetBoxed { static int y; static { Boxed.b.v = 5; y = 1; } }
    static class GetBoxed { static int y; static { y = Boxed.b.v; } }
    static class SetArray { static int y; static { Array.t[0] = 5; y = 1; } }
    static class GetArray { static int y; static { y = Array.t[0]; } }
    static class SetEntry { static int y; static { Entry.e.setSize(5); y = 1; } }
    static class GetEntry { static int y; static { y = (int) Entry.e.getSize(); } }
    interface Body { int run(); }
    static Body[] bodies(String which) {
        switch (which) {
        case "write a static": return new Body[] {() -> SetPlain.y, () -> Plain.x};
        case "read a static": return new Body[] {() -> GetPlain.y, () -> { Plain.x = 5; return 0; }};
        case "write a field": return new Body[] {() -> SetBoxed.y, () -> Boxed.b.v};
        case "read a field": return new Body[] {() -> GetBoxed.y, () -> { Boxed.b.v = 5; return 0; }};
        case "write an element": return new Body[] {() -> SetArray.y, () -> Array.t[0]};
        case "read an element": return new Body[] {() -> GetArray.y, () -> { Array.t[0] = 5; return 0; }};
        case "write by the JDK": return new Body[] {() -> SetEntry.y, () -> (int) Entry.e.getSize()};
        case "read by the JDK":
            return new Body[] {() -> GetEntry.y, () -> { Entry.e.setSize(5); return 0; }};
        case "late, by the JDK":
            return new Body[] {() -> { Entry.e.setSize(5); return 0; }, () -> (int) Entry.e.getSize()};
        default: throw new Error();
        }
    }
    public static void main(String[] a) throws Exception {
        Body[] b = bodies(a[0]);
        int[] r = new int[2];
        Thread s = new Thread(() -> r[0] = b[0].run()), t = new Thread(() -> r[1] = b[1].run());
        s.start(); t.start(); s.join(); t.join();
        System.out.println("R " + r[0] + " " + r[1]);
        if (a.length > 1 && r[1] == 1) throw new Error("the second came first");
    }
}
"""
# Outcomes; states and transitions depth first, executions of dpor. Two would do for the elements: in the first search
# they are written within the step, and who initializes their class is told apart from there on.
MADE = {
    "write a static": ({"1 1", "1 5"}, (14, 15), 2),
    "read a static": ({"1 0", "5 0"}, (15, 15), 2),
    "write a field": ({"1 1", "1 5"}, (14, 15), 2),
    "read a field": ({"1 0", "5 0"}, (15, 15), 2),
    "write an element": ({"1 1", "1 5"}, (14, 15), 4),
    "read an element": ({"1 0", "5 0"}, (15, 15), 4),
    "write by the JDK": ({"1 1", "1 5"}, (14, 15), 2),
    "read by the JDK": ({"1 0", "5 0"}, (15, 15), 2),
    "late, by the JDK": ({"0 1", "0 5"}, (13, 14), 2),
}


@functools.cache
def made() -> Path:
    return support.compile_texts({"Made.java": PROGRAM})


@pytest.mark.parametrize("name", MADE)
def test_what_an_initializer_has_made_is_touched_behind_its_end(name: str) -> None:
    want, states, executions = MADE[name]
    for way, extra in {**WAYS, "everything": EVERYTHING}.items():
        report = support.explore("Made", made(), name, **extra)
        found = size(report)
        assert support.outcomes(report) == want, way
        if way == "true":
            assert found == states
        if way == "dpor":
            assert report["statistics"]["executions"] == executions


@pytest.mark.parametrize("name", [n for n in MADE if "1 1" in MADE[n][0] or "0 1" in MADE[n][0]])
@pytest.mark.parametrize("way", WAYS)
def test_the_error_of_who_comes_first_replays(name: str, way: str) -> None:
    report = support.explore("Made", made(), name, "fail", **WAYS[way])
    error = report["errors"][0]
    again = support.replay("Made", made(), error["replay"], name, "fail")
    assert again["errors"][0]["message"] == error["message"]
