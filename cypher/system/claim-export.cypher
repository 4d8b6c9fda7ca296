// Takes an export that nobody works on: a new fence, by which writes of an earlier holder fail. Writing the job takes its
// lock before the lease is read.
MATCH (j:ExportJob {tenantKey: $organization, id: $id})
SET j.touched = $now
WITH j WHERE j:OpenExport AND j.leaseUntil < timestamp()
SET j.fence = j.fence + 1, j.attempts = j.attempts + 1, j.leaseUntil = timestamp() + $leaseMs, j.status = 'running',
  j.startedAt = coalesce(j.startedAt, $now), j.rows = 0
RETURN j.fence AS fence, j.attempts AS attempts, j.kind AS kind, j.parameters AS parameters, j.requestId AS requestId
