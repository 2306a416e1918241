"""Every reason of a refusal has a number on the wire, a status, a meaning in the contract, and gets through whole."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import grpc
import pytest

from undercroft.match import Reason, Refusal
from undercroft.rpc.errors import STATUS, refusal_message
from undercroft.v1 import refusal_pb2

PROTO = Path(__file__).parents[2] / "proto" / "undercroft" / "v1"
ON_THE_WIRE = {name.removeprefix("REASON_") for name in refusal_pb2.Reason.keys()} - {"UNSPECIFIED"}  # noqa: SIM118


def test_the_reasons_of_the_code_and_of_the_wire_are_the_same() -> None:
    assert {reason.value for reason in Reason} == {reason.name for reason in Reason} == ON_THE_WIRE


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_has_a_status_and_travels_as_a_frame(reason: Reason) -> None:
    assert STATUS[reason] not in {grpc.StatusCode.OK, grpc.StatusCode.UNKNOWN}
    message = refusal_message(Refusal(reason, "because", seq=3, legal=["a", "ж"]), "c1")
    again = refusal_pb2.Refusal.FromString(message.SerializeToString())
    assert refusal_pb2.Reason.Name(again.reason) == f"REASON_{reason}"
    assert (again.command_id, again.message) == ("c1", "because")
    assert dict(again.details) == {"seq": "3", "legal": '["a","ж"]'}


def test_only_faults_of_the_server_have_the_status_internal() -> None:
    assert [reason for reason, status in STATUS.items() if status is grpc.StatusCode.INTERNAL] == [Reason.INTERNAL]


@pytest.mark.parametrize("name", sorted(ON_THE_WIRE))
def test_a_reason_is_explained_in_the_proto(name: str) -> None:
    text = (PROTO / "refusal.proto").read_text()
    assert re.search(rf"^  // [^\n]{{10,}}\n  REASON_{name} = \d+;", text, re.MULTILINE)


def test_every_rpc_message_field_and_value_is_explained_or_plainly_named() -> None:
    """Rpcs, services, enums and their values have a comment; so does every message that isn't a request or response."""
    for path in sorted(PROTO.glob("*.proto")):
        lines = path.read_text().splitlines()
        for before, line in pairwise(lines):
            if re.match(r"\s*(service|rpc|enum) |\s+[A-Z][A-Z_0-9]+ = \d+;", line):
                assert before.strip().startswith("//"), f"{path.name}: {line.strip()}"
