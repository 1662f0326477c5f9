"""Checks of a world: what people saw is judged by what is on the disk, whatever has gone wrong."""
