"""An independent, slow reading of the 10th edition attack sequence, for the tests only.

``brute`` is exact and enumerates die by die; ``simulate`` throws dice. Both take an engagement as the
contract's plain JSON and share with the package nothing but the rules' fact ids (``K-...``).
"""

from oracle.brute import brute, cost
from oracle.simulate import simulate

__all__ = ["brute", "cost", "simulate"]
