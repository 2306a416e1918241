"""Writes the playthroughs anew."""

from tests.playthroughs.playing import playthroughs
from undercroft.registry import load_registry

for path, text in playthroughs(load_registry()).items():
    path.write_text(text, encoding="utf-8")
    print(path.name)
