"""The build step of the emoji: their files, the contact sheet, and the hashes that a start compares."""

from __future__ import annotations

from pathlib import Path

from bot.face.art.contact_sheet import contact_sheet
from bot.face.art.emoji import DRAWN, manifest, picture, png, slug

ROOT = Path(__file__).parents[3]
MANIFEST = Path(__file__).parent / "emoji.json"
SHEET = ROOT / "docs" / "pictures" / "emoji.png"


def write_files(folder: Path) -> int:
    """Write each emoji as a PNG file, and the contact sheet; return their number. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for key in DRAWN:
        (folder / f"{slug(key)}.png").write_bytes(png(picture(key)))
    _write_sheet(folder / "contact-sheet.png")
    return len(DRAWN)


def keep() -> None:
    """Write the files that the repository contains: hashes and contact sheet. Raises `OSError`."""
    MANIFEST.write_text(manifest(), "utf-8")
    _write_sheet(SHEET)


def _write_sheet(path: Path) -> None:
    contact_sheet().quantize(128).save(path, "PNG", optimize=True)
