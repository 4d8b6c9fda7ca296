// Marks what is still to be looked at.
UNWIND $rows AS row
CREATE (r:Recheck {tenantKey: $tenantKey, id: row.id, subjects: row.subjects, times: row.times})
SET r:$($tenantLabel)
