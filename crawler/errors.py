"""Every error that Backfile raises on purpose.

    BackfileError
    ├── UsageError             what the person typed cannot be done
    │   ├── NotAnAddress       not an http or https address with a host
    │   │   └── PasswordInAddress  a name or password before the host
    │   ├── NotACorrection     not a correction that the curator can make
    │   ├── UnknownBlog        no such blog in the registry
    │   └── UnreadableRegistry a file or a row of it that is no registry
    └── StoreError             the database cannot be used
        ├── NotADatabase       the file is something else
        ├── NewerDatabase      written by a newer Backfile
        └── Unwritable         read-only file or folder, full disk

The command line prints the message as one line and ends with 2. Errors of other libraries are converted at the
boundary with `raise … from`. What goes wrong on one page is no exception but a `Problem` in its harvest.
"""

from __future__ import annotations


class BackfileError(Exception):
    """The root. `str()` is one line that says what to do."""


class UsageError(BackfileError):
    """What the person typed cannot be done."""


class NotAnAddress(UsageError):
    """Not an http or https address with a host."""


class PasswordInAddress(NotAnAddress):
    """A name or password stands before the host of an address: it is neither kept nor shown."""


class NotACorrection(UsageError):
    """Not a correction that the curator can make."""


class UnknownBlog(UsageError):
    """No such blog in the registry."""


class UnreadableRegistry(UsageError):
    """A file, or a row of it, that is no registry."""


class StoreError(BackfileError):
    """The database cannot be used."""


class NotADatabase(StoreError):
    """The file is not an SQLite database, or not one of Backfile's."""


class NewerDatabase(StoreError):
    """The file was written by a newer Backfile."""


class Unwritable(StoreError):
    """The file or its folder cannot be written."""
