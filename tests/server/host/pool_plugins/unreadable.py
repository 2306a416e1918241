"""A plugin that can't be imported."""

raise SystemExit("not me")
