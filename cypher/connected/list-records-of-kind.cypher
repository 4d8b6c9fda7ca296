// The next connected records of a kind, by id; without the document where a system is asked for that does not speak of one.
MATCH (r:ConnectedRecord)
USING INDEX r:ConnectedRecord(tenantKey, kind, id)
WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS id, CASE WHEN $system IS NULL OR $system IN r.systems THEN r.doc END AS doc
ORDER BY r.tenantKey, r.kind, r.id
LIMIT $limit
