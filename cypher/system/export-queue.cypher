// name: listClaimableExports
// Exports that no process has claimed, of organizations that are not suspended. Organizations with the fewest running
// exports come first, so that none waits for the queue of another; then the oldest export. The server's clock is used,
// because it is the same for all replicas.
MATCH (j:OpenExport)
USING INDEX SEEK j:OpenExport(leaseUntil)
WHERE j.leaseUntil < timestamp()
MATCH (o:Organization {key: j.tenantKey})
WHERE o.suspendedAt IS NULL
CALL (j) {
  MATCH (r:OpenExport)
  USING INDEX SEEK r:OpenExport(tenantKey, sortKey)
  WHERE r.tenantKey = j.tenantKey AND r.sortKey > '' AND r.leaseUntil >= timestamp()
  RETURN count(r) AS running
}
RETURN j.tenantKey AS organization, j.id AS id
ORDER BY running, j.sortKey
LIMIT $limit

// name: countWaitingExports
// The number of exports that no process has claimed, of organizations that are not suspended, and the creation time of
// the first.
MATCH (j:OpenExport)
USING INDEX SEEK j:OpenExport(leaseUntil)
WHERE j.leaseUntil < timestamp()
MATCH (o:Organization {key: j.tenantKey})
WHERE o.suspendedAt IS NULL
RETURN count(j) AS waiting, min(j.createdAt) AS since

// name: claimExport
// Claims an export that no other process has claimed, with a new fence, so that writes of a previous owner fail. The
// job is written first, which takes its lock before the lease is read.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $now
WITH j WHERE j:OpenExport AND j.leaseUntil < timestamp()
SET j.fence = j.fence + 1, j.attempts = j.attempts + 1, j.leaseUntil = timestamp() + $leaseMs, j.status = 'running',
  j.startedAt = coalesce(j.startedAt, $now), j.rows = 0
RETURN j.fence AS fence, j.attempts AS attempts, j.kind AS kind, coalesce(j.format, 'csv') AS format,
  j.parameters AS parameters, j.requestId AS requestId

// name: lockExport
// Extends the lease of an export and stores its progress. Returns no row if another process has claimed the export.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $fence
WITH j WHERE j:OpenExport AND j.fence = $fence AND j.status = 'running'
MATCH (o:Organization {key: $organization})
SET j.leaseUntil = timestamp() + $leaseMs, j.rows = $rows
RETURN o.suspendedAt IS NOT NULL AS suspended

// name: listExpiredExports
// Exports with a file that has expired.
MATCH (j:StoredExport)
USING INDEX SEEK j:StoredExport(expiresAt)
WHERE j.expiresAt <= $now
RETURN j.tenantKey AS organization, j.id AS id, j.fence AS fence, coalesce(j.format, 'csv') AS format
LIMIT $limit
