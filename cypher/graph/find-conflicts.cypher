// name: findConflicts
// The codes that several live entities of an organization claim, by code, with these entities by id. It reads every claim
// of the organization, in the order of the index.
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, kind, value, system, instance)
WHERE c.tenantKey = $tenantKey AND c.kind >= '' AND c.value >= '' AND c.system >= '' AND c.instance >= ''
  AND c.former IS NULL AND $tenantLabel IN labels(c)
WITH c.tenantKey AS tenant, c.kind AS kind, c.value AS value, c.system AS system, c.instance AS instance,
  collect(DISTINCT c.entityId) AS ids
WHERE size(ids) > 1
WITH kind, value, system, instance, ids
LIMIT $limit
CALL (ids) {
  UNWIND ids AS id
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
  WITH e ORDER BY e.id
  RETURN collect({id: e.id, type: e.type, label: e.label}) AS entities
}
RETURN system, instance, kind, value, entities
