// Exports with a file whose time is over.
MATCH (j:StoredExport)
USING INDEX j:StoredExport(expiresAt)
WHERE j.expiresAt <= $now
RETURN j.tenantKey AS organization, j.id AS id, j.fence AS fence
LIMIT $limit
