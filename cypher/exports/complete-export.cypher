// Ends an export whose file is published; no row when another one holds it.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j:StoredExport, j.status = 'completed', j.completedAt = $completedAt, j.expiresAt = $expiresAt, j.rows = $rows,
  j.byteSize = $byteSize, j.sha256 = $sha256
REMOVE j:OpenExport
RETURN j.id AS id
