// Lengthens the lease of an export and notes how far it is; no row when another one holds it.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $fence
WITH j WHERE j:OpenExport AND j.fence = $fence AND j.status = 'running'
MATCH (o:Organization {key: $organization})
SET j.leaseUntil = timestamp() + $leaseMs, j.rows = $rows
RETURN o.suspendedAt IS NOT NULL AS suspended
