#!/bin/sh
set -eu

brokers=${KAFKA_BROKERS:-127.0.0.1:9092}
topic=${KAFKA_TOPIC_PREFIX:-}tenantdata.records.v1
organization=${ORGANIZATION:-quillmere}

# -Z sends the empty value as null: with these two headers it deletes the record that the key names.
printf '%s\t' "$organization/link/plm/main/SUPPLIED_BY:M-9001:V-9001" |
  kcat -P -Z -b "$brokers" -t "$topic" -K '	' -X partitioner=murmur2_random \
    -H ce_sourceversion="$(date +%s)000" -H ce_time="$(date -u +%Y-%m-%dT%H:%M:%SZ)"
