// Gives an export back to the queue, to be taken again after some time; no row when another one holds it. A job that was
// put aside for no fault of its own has not used an attempt.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.touched = $fence
WITH j WHERE j.fence = $fence AND j.status = 'running'
SET j.status = 'queued', j.leaseUntil = timestamp() + $waitMs, j.rows = 0, j.attempts = j.attempts - $refund
RETURN j.id AS id
