"""Benchmarks that print ratios against named references measured in the same run.

Importing this package confines numerical libraries to one thread, so it has to come before numpy.
"""

import os

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"):
    os.environ[_variable] = "1"
