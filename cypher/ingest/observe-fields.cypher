// Notes fields that were seen in records. The first sight is the earliest by the sources' times, so that the order of
// arrival does not matter; only who is earlier takes the lock.
UNWIND $rows AS row
MERGE (f:ObservedField {tenantKey: $tenantKey, id: row.id})
ON CREATE SET f.system = row.system, f.instance = row.instance, f.recordType = row.recordType,
  f.datasetId = row.datasetId, f.name = row.name, f.type = row.type, f.firstSeenAt = row.at, f:$($tenantLabel)
WITH f, row
WHERE row.at < f.firstSeenAt
SET f.id = row.id
SET f.firstSeenAt = CASE WHEN row.at < f.firstSeenAt THEN row.at ELSE f.firstSeenAt END
