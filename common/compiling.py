"""Less to do for Numba when it compiles a primitive; what it compiles stays the same.

Imported by :mod:`common.jit` where Numba is there.
"""

from __future__ import annotations

import operator
from typing import Any, Final

from numba.core import event, types
from numba.core.typing import arraydecl, templates

from common.unswept import UNSWEPT

__all__: list[str] = []


class _Compiled(event.Listener):
    """What is compiled first begins; what it calls is compiled within."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        """No sweeps from here."""
        UNSWEPT.__enter__()

    def on_end(self, event: Any) -> None:  # noqa: ARG002
        """Sweeps again, unless more is being compiled."""
        UNSWEPT.__exit__(None, None, None)


_events: Any = event
_events.register("numba:compile", _Compiled())


# What ``row[n]`` or ``a + b`` is Numba asks its rules for dicts, texts, lists and other arrays first, each time anew:
# that was a sixth of the time.  The same rules for ints and for rows of ints, marked as the processor's own, are asked
# before these.  What they do not know they leave to the others.

_library: Any = templates
_OWN: Final = {"target": "cpu"}
_INT: Any = types.int64
_TRUTH: Any = types.boolean
_TO_INT: Final = (
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
    *(operator.iadd, operator.isub, operator.imul, operator.ifloordiv, operator.imod),
    *(operator.iand, operator.ior, operator.ixor, operator.ilshift, operator.irshift),
)
_TO_TRUTH: Final = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


class _OfInts(templates.AbstractTemplate):
    metadata = _OWN
    result: Any

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002
        """What comes of two ints."""
        return _library.signature(self.result, *args) if args == (_INT, _INT) else None


class _Truth(templates.AbstractTemplate):
    metadata = _OWN

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002
        """Whether an int is not 0."""
        return _library.signature(_TRUTH, *args) if args in ((_INT,), (_TRUTH,)) else None


for _asked, _rules, _named in (
    *((each, (_OfInts,), {"result": _INT}) for each in _TO_INT),
    *((each, (_OfInts,), {"result": _TRUTH}) for each in _TO_TRUTH),
    (bool, (_Truth,), {}),
    (operator.getitem, (arraydecl.GetItemBuffer,), {"metadata": _OWN}),
    (operator.setitem, (arraydecl.SetItemBuffer,), {"metadata": _OWN}),
):
    _library.infer_global(_asked)(type("OfRowsAndInts", _rules, _named))
