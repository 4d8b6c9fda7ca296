// The latest available snapshot that was completed at a time or before it; of several at one time the last.
MATCH (s:Snapshot)
USING INDEX s:Snapshot(tenantKey, completedAt, seq)
WHERE s.tenantKey = $tenantKey AND s.completedAt <= $until AND s.seq IS NOT NULL
  AND $tenantLabel IN labels(s)
RETURN s.seq AS seq, s.doc AS doc
ORDER BY s.tenantKey DESC, s.completedAt DESC, s.seq DESC
LIMIT 1
