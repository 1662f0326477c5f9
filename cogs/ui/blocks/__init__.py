"""Blocks of a scene as lines and controls, one painter for each kind of block."""
