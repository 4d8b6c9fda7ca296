// Drops the next notes of what was applied, of any organization.
MATCH (n:Applied)
USING INDEX n:Applied(tenantKey, topic, partition)
WHERE n.tenantKey >= '' AND n.topic >= '' AND n.partition >= 0
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
