// The export jobs of an organization before a position, newest first.
MATCH (j:ExportJob)
USING INDEX j:ExportJob(tenantKey, sortKey)
WHERE j.tenantKey = $tenantKey AND j.sortKey < $before AND $tenantLabel IN labels(j)
RETURN j.id AS id, j.sortKey AS sortKey, j.kind AS kind, j.parameters AS parameters, j.status AS status,
  j.createdAt AS createdAt, j.startedAt AS startedAt, j.completedAt AS completedAt, j.expiresAt AS expiresAt, j.rows AS rows,
  j.byteSize AS byteSize, j.sha256 AS sha256, j.errorCode AS errorCode, j.fence AS fence
ORDER BY j.tenantKey DESC, j.sortKey DESC
LIMIT $limit
