"""Fetches the jars that tests of --junit need from Maven Central: fixed versions, checked by their SHA-256.

They go to JPFPY_JARS, or ~/.cache/jpfpy-test-jars, and never into the repository. Without the network, or with another
content than expected, it says so and ends with status 0: the tests that need them are skipped then."""

from __future__ import annotations

import hashlib
import os
import sys
import urllib.request
from pathlib import Path

CENTRAL = "https://repo1.maven.org/maven2"
JARS = {
    "junit/junit/4.13.2/junit-4.13.2.jar": "8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3",
    "org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar": (
        "66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9"
    ),
    "org/junit/jupiter/junit-jupiter-api/5.11.4/junit-jupiter-api-5.11.4.jar": (
        "ab83ef9e51ac4597d59d26b4b58812129550e2f579a404c8af7d09f5ce5b4293"
    ),
    "org/junit/jupiter/junit-jupiter-engine/5.11.4/junit-jupiter-engine-5.11.4.jar": (
        "cdf8ac59f3fad774ca738ad03890950eeb91833ef0e8908753177edd26f1581c"
    ),
    "org/junit/jupiter/junit-jupiter-params/5.11.4/junit-jupiter-params-5.11.4.jar": (
        "02a6e015de7ce94ac7f256e7fa05b8091dea861fe79a555a7993313d0f6c7d96"
    ),
    "org/junit/platform/junit-platform-commons/1.11.4/junit-platform-commons-1.11.4.jar": (
        "9edd969b0d0670c54105bc91ae79bd1c6f503e12115faba82073b84c86bbc334"
    ),
    "org/junit/platform/junit-platform-engine/1.11.4/junit-platform-engine-1.11.4.jar": (
        "b1dd998f64f9acadc15966d9cd3d08074662677b3e390f0a38fcbf0bb4c72330"
    ),
    "org/opentest4j/opentest4j/1.3.0/opentest4j-1.3.0.jar": (
        "48e2df636cab6563ced64dcdff8abb2355627cb236ef0bf37598682ddf742f1b"
    ),
    "org/apiguardian/apiguardian-api/1.1.2/apiguardian-api-1.1.2.jar": (
        "b509448ac506d607319f182537f0b35d71007582ec741832a1f111e5b5b70b38"
    ),
}


def folder() -> Path:
    given = os.environ.get("JPFPY_JARS")
    return Path(given) if given else Path.home() / ".cache" / "jpfpy-test-jars"


def have() -> list[Path]:
    """Those that are there, in the order of JARS."""
    return [p for p in (folder() / name.rpartition("/")[2] for name in JARS) if p.exists()]


def fetch(name: str, digest: str) -> str:
    """What went wrong, or nothing."""
    place = folder() / name.rpartition("/")[2]
    if place.exists():
        return ""
    try:
        with urllib.request.urlopen(f"{CENTRAL}/{name}", timeout=20) as answer:
            data = answer.read()
        if hashlib.sha256(data).hexdigest() != digest:
            return f"{name}: not what was expected"
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_name(f".{place.name}.{os.getpid()}")
        part.write_bytes(data)
        part.replace(place)
    except OSError as e:
        return f"{name}: {e}"
    return ""


def main() -> None:
    for name, digest in JARS.items():
        if trouble := fetch(name, digest):
            sys.stderr.write(f"fetch_jars: {trouble}; tests of --junit are skipped\n")
            return


if __name__ == "__main__":
    main()
