#!/bin/sh
# Stands in for another language's protoc plugin: keeps what protoc asks of it, and generates nothing
# (a CodeGeneratorResponse that says: supported_features = FEATURE_PROTO3_OPTIONAL).
cat > "$ASKED/$(basename "$0")"
printf '\020\001'
