// Every link of which at least one end is listed, once each, by (start, sort key); of BOM lines those of the newest snapshot.
OPTIONAL MATCH (t:Timeline)
USING INDEX t:Timeline(tenantKey)
WHERE t.tenantKey = $tenantKey
WITH coalesce(t.seq, 0) AS seq, t.publicationId AS newest
CALL (seq) {
  MATCH (a:Entity)-[l:LINK]->(b:Entity)
  USING INDEX l:LINK(tenantKey, fromId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.fromId > '' AND l.sortKey IS NOT NULL
    AND a.tenantKey = $tenantKey AND b.tenantKey = $tenantKey
    AND ((a:Listed AND $tenantLabel IN labels(a)) OR (b:Listed AND $tenantLabel IN labels(b)))
    AND (l.toSeq IS NULL OR (l.toSeq > seq AND l.fromSeq <= seq))
  RETURN a, l, b
  ORDER BY l.tenantKey, l.fromId, l.sortKey
}
RETURN a.id AS nearId, a.type AS nearType, a.label AS nearLabel, 'outgoing' AS direction, l.doc AS doc, l.sortKey AS sortKey,
  b.id AS farId, b.type AS farType, b.label AS farLabel, b:Listed AS farListed,
  CASE WHEN l.toSeq IS NULL THEN null ELSE newest END AS publicationId
