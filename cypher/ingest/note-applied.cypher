// Notes when the newest change of the organization that was applied had arrived in a partition.
MERGE (a:Applied {tenantKey: $tenantKey, topic: $topic, partition: $partition})
SET a.topic = $topic, a:$($tenantLabel)
SET a.at = CASE WHEN a.at > $at THEN a.at ELSE $at END
