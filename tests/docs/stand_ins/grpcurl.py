"""Does what `grpcurl -plaintext ADDRESS METHOD` does, by reflection: it has no stubs of the server it calls."""

from __future__ import annotations

import sys

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

plaintext, address, method = sys.argv[1:]
if plaintext != "-plaintext":
    sys.exit("the server speaks plain text")
with grpc.insecure_channel(address) as channel:
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    service, _, name = method.partition("/")
    described = pool.FindServiceByName(service).FindMethodByName(name)
    request, response = GetMessageClass(described.input_type), GetMessageClass(described.output_type)
    call = channel.unary_unary(f"/{method}", request.SerializeToString, response.FromString)
    print(json_format.MessageToJson(call(request()), ensure_ascii=False))
