#!/bin/sh
set -eu

brokers=${KAFKA_BROKERS:-127.0.0.1:9092}
topic=${KAFKA_TOPIC_PREFIX:-}tenantdata.records.v1
organization=${ORGANIZATION:-quillmere}
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
version=$(date +%s)000

# Key and event are split at the first tab.
printf '%s\t%s\n' "$organization/link/plm/main/SUPPLIED_BY:M-9001:V-9001" '{
  "specversion": "1.0",
  "id": "plm.SUPPLIED_BY:M-9001:V-9001.'"$version"'",
  "source": "/plm/main",
  "type": "tenantdata.link.upserted.v1",
  "subject": "SUPPLIED_BY:M-9001:V-9001",
  "time": "'"$now"'",
  "tenantid": "'"$organization"'",
  "sourceversion": "'"$version"'",
  "data": {
    "type": "SUPPLIED_BY",
    "from": { "type": "material", "recordId": "M-9001" },
    "to": { "type": "supplier", "recordId": "V-9001" },
    "properties": { "mpn": "HV-2204", "isNominated": true }
  }
}' | tr -d '\n' | kcat -P -b "$brokers" -t "$topic" -K '	' -X partitioner=murmur2_random \
  -H content-type=application/cloudevents+json
