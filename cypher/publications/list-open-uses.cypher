// The USES_MATERIAL links that the newest snapshot has of these styles, or that are already open for the next one.
UNWIND $styleIds AS styleId
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX l:LINK(tenantKey, fromId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.fromId = styleId AND l.sortKey >= 'USES_MATERIAL/' AND l.sortKey < 'USES_MATERIAL0'
  AND l.toSeq = $open
RETURN styleId, l.id AS id, l.sortKey AS sortKey, l.state AS state
