// The fields that were seen in the records of a source system, by record type and name.
MATCH (f:ObservedField)
USING INDEX f:ObservedField(tenantKey, system, recordType, name, id)
WHERE f.tenantKey = $tenantKey AND f.system = $system AND f.recordType >= '' AND f.name >= ''
  AND f.id >= '' AND $tenantLabel IN labels(f)
RETURN f.instance AS instance, f.recordType AS recordType, f.datasetId AS datasetId, f.name AS name, f.type AS type,
  f.firstSeenAt AS firstSeenAt
ORDER BY f.tenantKey, f.system, f.recordType, f.name
LIMIT $limit
