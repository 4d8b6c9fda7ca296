// When the newest change of the organization that was applied had arrived.
MATCH (a:Applied)
USING INDEX a:Applied(tenantKey, topic, partition)
WHERE a.tenantKey = $tenantKey AND a.topic >= '' AND a.partition >= 0 AND $tenantLabel IN labels(a)
RETURN max(a.at) AS lastAppliedAt
