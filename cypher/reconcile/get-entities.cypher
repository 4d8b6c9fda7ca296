// Entities by id: the document of a listed one, and what is known of a deleted one.
UNWIND $ids AS id
MATCH (e:Entity)
USING INDEX SEEK e:Entity(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.type AS type, e.doc AS doc, CASE WHEN e.doc IS NULL THEN e.state END AS state
