"""Imported by a test while it is watched: to import is to read a file, and no fault of whoever imports."""

VALUE = 7
