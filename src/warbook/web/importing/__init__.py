"""Documents from a browser into the library: received, read in a worker that can be killed, kept, and told.

``receiving`` puts what was sent into a folder of its own, ``adding`` reads it in a worker, ``jobs`` remembers
how far each import is, ``telling`` makes of its report what the page shows.
"""
