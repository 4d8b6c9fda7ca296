// Marks what is still to be looked at.
UNWIND $rows AS row
CREATE (r:Recheck {tenantKey: $tenantKey, id: row.id, subjects: row.subjects, time: row.time})
SET r:$($tenantLabel)
