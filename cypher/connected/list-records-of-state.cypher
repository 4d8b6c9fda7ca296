// The next connected records of a match state, by id; without the document where they are not of the kinds that are asked
// for, or of what the system speaks of.
MATCH (r:ConnectedRecord)
USING INDEX r:ConnectedRecord(tenantKey, matchState, id)
WHERE r.tenantKey = $tenantKey AND r.matchState = $matchState AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS id, CASE WHEN r.kind IN $kinds AND ($system IS NULL OR $system IN r.systems) THEN r.doc END AS doc
ORDER BY r.tenantKey, r.matchState, r.id
LIMIT $limit
