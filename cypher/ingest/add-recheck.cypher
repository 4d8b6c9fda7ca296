// Marks what is to be looked at again.
CREATE (r:Recheck {tenantKey: $tenantKey, id: $id})
SET r.subjects = $subjects, r.times = $times, r:$($tenantLabel)
