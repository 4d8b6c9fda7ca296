import json
import os
import time
from datetime import datetime, timezone

from confluent_kafka import Producer

brokers = os.environ.get("KAFKA_BROKERS", "127.0.0.1:9092")
topic = os.environ.get("KAFKA_TOPIC_PREFIX", "") + "tenantdata.records.v1"
organization = os.environ.get("ORGANIZATION", "quillmere")

event = {
    "specversion": "1.0",
    "id": f"plm.V-9001.{time.time_ns()}",
    "source": "/plm/main",
    "type": "tenantdata.supplier.upserted.v1",
    "subject": "V-9001",
    "time": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
    "datacontenttype": "application/json",
    "tenantid": organization,
    "sourceversion": str(time.time_ns() // 1_000_000),
    "data": {
        "supplierCode": "SUP-9001",
        "name": "Tessaro Mills",
        "lifecycleState": "approved",
        "roles": ["mill"],
        "tier": 2,
        "countryCode": "PT",
        "currency": "EUR",
    },
}


def delivered(error, message):
    if error is not None:
        raise SystemExit(f"not delivered: {error}")
    print(f"{event['subject']} is in partition {message.partition()} at offset {message.offset()}")


producer = Producer(
    {
        "bootstrap.servers": brokers,
        "enable.idempotence": True,
        # By default, librdkafka assigns keys to other partitions than Java and kafkajs.
        "partitioner": "murmur2_random",
    }
)
producer.produce(
    topic,
    key=f"{organization}/supplier{event['source']}/{event['subject']}",
    value=json.dumps(event),
    headers={"content-type": "application/cloudevents+json"},
    on_delivery=delivered,
)
producer.flush(30)
