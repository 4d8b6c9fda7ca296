// name: createExport
// Queues an export. Returns no row if too many exports of the organization are queued or running. The queue's node is
// written first, so that concurrent requests wait for each other.
MERGE (q:ExportQueue {tenantKey: $tenantKey})
ON CREATE SET q:$($tenantLabel)
SET q.lastId = $id
WITH q
CALL (q) {
  MATCH (o:OpenExport)
  USING INDEX SEEK o:OpenExport(tenantKey, sortKey)
  WHERE o.tenantKey = $tenantKey AND o.sortKey > ''
  RETURN count(o) AS open
}
WITH open WHERE open < $most
CREATE (j:ExportJob:OpenExport {tenantKey: $tenantKey, id: $id, sortKey: $createdAt + '/' + $id, kind: $kind,
  format: $format, parameters: $parameters, status: 'queued', createdAt: $createdAt, credentialId: $credentialId, requestId: $requestId,
  fence: 0, attempts: 0, leaseUntil: 0, rows: 0})
SET j:$($tenantLabel)
RETURN j.id AS id

// name: getExport
// One export job.
MATCH (j:ExportJob)
USING INDEX SEEK j:ExportJob(tenantKey, id)
WHERE j.tenantKey = $tenantKey AND j.id = $id AND $tenantLabel IN labels(j)
RETURN j.id AS id, j.sortKey AS sortKey, j.kind AS kind, coalesce(j.format, 'csv') AS format,
  j.parameters AS parameters, j.status AS status, j.createdAt AS createdAt, j.startedAt AS startedAt, j.completedAt AS completedAt, j.expiresAt AS expiresAt, j.rows AS rows,
  j.byteSize AS byteSize, j.sha256 AS sha256, j.errorCode AS errorCode, j.fence AS fence

// name: listExports
// The export jobs of an organization before a position, newest first.
MATCH (j:ExportJob)
USING INDEX SEEK j:ExportJob(tenantKey, sortKey)
WHERE j.tenantKey = $tenantKey AND j.sortKey < $before AND $tenantLabel IN labels(j)
RETURN j.id AS id, j.sortKey AS sortKey, j.kind AS kind, coalesce(j.format, 'csv') AS format,
  j.parameters AS parameters, j.status AS status, j.createdAt AS createdAt, j.startedAt AS startedAt, j.completedAt AS completedAt, j.expiresAt AS expiresAt, j.rows AS rows,
  j.byteSize AS byteSize, j.sha256 AS sha256, j.errorCode AS errorCode, j.fence AS fence
ORDER BY j.tenantKey DESC, j.sortKey DESC
LIMIT $limit

// name: completeExport
// Completes an export whose file is published. Returns no row if another process has claimed the export. Its number of
// rows was stored before.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j:StoredExport, j.status = 'completed', j.completedAt = $completedAt, j.expiresAt = $expiresAt,
  j.byteSize = $byteSize, j.sha256 = $sha256
REMOVE j:OpenExport
RETURN j.id AS id

// name: failExport
// Ends an export that cannot be completed. Returns no row if another process has claimed the export.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j.status = 'failed', j.completedAt = $completedAt, j.errorCode = $errorCode
REMOVE j:OpenExport
RETURN j.id AS id

// name: releaseExport
// Returns an export to the queue, to be claimed again after some time. Returns no row if another process has claimed
// the export. A release that the job did not cause does not count as an attempt.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j.status = 'queued', j.leaseUntil = timestamp() + $waitMs, j.rows = 0, j.attempts = j.attempts - $refund
RETURN j.id AS id

// name: cancelExports
// Ends the queued and running exports of an organization that is being purged. The new fences end the right of the
// processes that are writing them, which notice it before their leases end.
MATCH (j:OpenExport)
USING INDEX SEEK j:OpenExport(tenantKey, sortKey)
WHERE j.tenantKey = $tenantKey AND j.sortKey > '' AND $tenantLabel IN labels(j)
SET j.fence = j.fence + 1
REMOVE j:OpenExport
RETURN count(j) AS cancelled

// name: forgetExportFile
// Stores that the file of an expired export was deleted.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.status = 'expired'
REMOVE j:StoredExport
