"""Backfile: a blog's complete post history from its home page alone."""

__version__ = "0.1.0"
