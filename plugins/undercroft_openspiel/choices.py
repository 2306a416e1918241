"""Parameters of OpenSpiel's games as options."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from undercroft_openspiel.served import Served

__all__ = ["options_type_of", "parameters_of"]


def options_type_of(served: Served) -> type[msgspec.Struct]:
    """A frozen Struct with a field for each parameter that may be chosen."""
    fields = [
        (
            choice.name,
            bool if isinstance(choice.default, bool) else Annotated[int, msgspec.Meta(ge=choice.least, le=choice.most)],
            choice.default,
        )
        for choice in served.choices
    ]
    made = msgspec.defstruct(
        f"{served.name.title().replace('_', '')}Options",
        fields,
        frozen=True,
        forbid_unknown_fields=True,
        module=__name__,
    )
    made.__doc__ = f"The parameters of OpenSpiel's {served.name}."
    return made


def parameters_of(options: msgspec.Struct) -> tuple[tuple[str, Any], ...]:
    """The parameters that the options choose."""
    return tuple((name, getattr(options, name)) for name in options.__struct_fields__)
