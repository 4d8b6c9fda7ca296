// name: countOwnProjected
// How much the projectors wrote for the organization.
MATCH (n:$($tenantLabel))
WHERE n.tenantKey = $tenantKey AND n:Projected
RETURN count(n) AS nodes, sum(CASE WHEN n:Listed THEN 1 ELSE 0 END) AS entities,
  sum(CASE WHEN n:Publication THEN 1 ELSE 0 END) AS publications, sum(CASE WHEN n:BomLine THEN 1 ELSE 0 END) AS bomLines,
  sum(CASE WHEN n:SourceRecord THEN 1 ELSE 0 END) AS sourceRecords,
  sum(CASE WHEN n:OpenPosition THEN 1 ELSE 0 END) AS positions,
  sum(CASE WHEN n:PositionException THEN 1 ELSE 0 END) AS exceptions

// name: dropOwnLinks
// Deletes the next links of the organization.
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
WHERE l.tenantKey = $tenantKey AND l.id >= ''
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: dropOwnProjected
// Deletes the next nodes that projectors wrote for the organization. Their links were deleted before.
MATCH (n:$($tenantLabel))
WHERE n.tenantKey = $tenantKey AND n:Projected
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped

// name: dropResolvedExceptions
// Deletes the next resolved exceptions of the organization.
MATCH (e:PositionException)
USING INDEX SEEK e:PositionException(tenantKey, status, exceptionId)
WHERE e.tenantKey = $tenantKey AND e.status = 'resolved' AND e.exceptionId >= '' AND $tenantLabel IN labels(e)
WITH e LIMIT $limit
DELETE e
RETURN count(e) AS dropped

// name: dropOwnNodes
// Deletes the next nodes of the organization, of any kind.
MATCH (n:$($tenantLabel))
WHERE n.tenantKey = $tenantKey
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(n) AS dropped

// name: countRebuildEntries
// The number of invalidations that the rebuild of the organization waits for.
MATCH (r:RebuildEntry)
USING INDEX SEEK r:RebuildEntry(tenantKey, kind, key, other, hint)
WHERE r.tenantKey = $tenantKey AND r.kind >= '' AND r.key >= '' AND r.other >= '' AND r.hint >= ''
RETURN count(r) AS entries
