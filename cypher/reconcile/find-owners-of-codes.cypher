// The listed entities that claim codes; of any system where none is given.
UNWIND $codes AS code
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, kind, value, system, instance)
WHERE c.tenantKey = $tenantKey AND c.kind = code.kind AND c.value = code.value AND c.system >= '' AND c.instance >= ''
  AND (code.system = '*' OR c.system = code.system) AND $tenantLabel IN labels(c)
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = c.entityId AND $tenantLabel IN labels(e)
RETURN DISTINCT code.system AS system, code.kind AS kind, code.value AS value, e.id AS id, e.type AS type, e.label AS label
