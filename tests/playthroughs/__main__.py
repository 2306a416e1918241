"""Writes the playthroughs anew."""

from undercroft.registry import load_registry

from tests.playthroughs.playing import playthroughs

for path, text in playthroughs(load_registry()).items():
    path.write_text(text, encoding="utf-8")
    print(path.name)
