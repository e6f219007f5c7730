"""The test kit, shipped: hands from text, Hypothesis strategies, and what every game must pass.

``hands`` and the two checks (``battery``, ``interference``) need nothing but the package; ``strategies`` needs
Hypothesis and is the only module that imports it.
"""
