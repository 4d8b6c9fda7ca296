// name: listClaimableExports
// Exports that no process works on, of organizations that are not suspended: first those of organizations with the fewest
// running ones, so that no organization waits behind the queue of another, then the oldest. Time is the server's, for all replicas alike.
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
// How many exports no process works on, of organizations that are not suspended, and when the first of them was created.
MATCH (j:OpenExport)
USING INDEX SEEK j:OpenExport(leaseUntil)
WHERE j.leaseUntil < timestamp()
MATCH (o:Organization {key: j.tenantKey})
WHERE o.suspendedAt IS NULL
RETURN count(j) AS waiting, min(j.createdAt) AS since

// name: claimExport
// Takes an export that no process works on: a new fence, by which writes of an earlier holder fail. Writing the job takes its
// lock before the lease is read.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $now
WITH j WHERE j:OpenExport AND j.leaseUntil < timestamp()
SET j.fence = j.fence + 1, j.attempts = j.attempts + 1, j.leaseUntil = timestamp() + $leaseMs, j.status = 'running',
  j.startedAt = coalesce(j.startedAt, $now), j.rows = 0
RETURN j.fence AS fence, j.attempts AS attempts, j.kind AS kind, j.parameters AS parameters, j.requestId AS requestId

// name: lockExport
// Lengthens the lease of an export and notes how far it is; no row when another one holds it.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $fence
WITH j WHERE j:OpenExport AND j.fence = $fence AND j.status = 'running'
MATCH (o:Organization {key: $organization})
SET j.leaseUntil = timestamp() + $leaseMs, j.rows = $rows
RETURN o.suspendedAt IS NOT NULL AS suspended

// name: listExpiredExports
// Exports with a file whose time is over.
MATCH (j:StoredExport)
USING INDEX SEEK j:StoredExport(expiresAt)
WHERE j.expiresAt <= $now
RETURN j.tenantKey AS organization, j.id AS id, j.fence AS fence
LIMIT $limit
