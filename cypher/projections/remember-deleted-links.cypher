// Keeps the versions of deleted links, so that a late event cannot bring them back.
UNWIND $rows AS row
MERGE (d:DeletedLink {tenantKey: $tenantKey, id: row.id})
SET d.state = row.state, d:$($tenantLabel)
