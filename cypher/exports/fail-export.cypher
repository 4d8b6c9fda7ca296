// Ends an export that cannot be completed; no row when another one holds it.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j.status = 'failed', j.completedAt = $completedAt, j.errorCode = $errorCode
REMOVE j:OpenExport
RETURN j.id AS id
