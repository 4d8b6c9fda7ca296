// One page of the connected records whose label holds all words, or that carry the very code that is asked for, by id. Of
// more than $most hits the index's own score decides which are looked at.
CALL () {
  CALL db.index.fulltext.queryNodes('connected_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {skip: $most, limit: 1})
  YIELD node AS r
  WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
  RETURN count(r) > 0 AS truncated
}
CALL (truncated) {
  UNWIND $kinds AS kind
  MATCH (c:RecordCode)
  USING INDEX c:RecordCode(tenantKey, kind, value, recordId)
  WHERE c.tenantKey = $tenantKey AND c.kind = kind AND c.value = $code AND c.recordId >= ''
    AND $tenantLabel IN labels(c)
  MATCH (s:SourceRecord)
  USING INDEX s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = c.recordId AND $tenantLabel IN labels(s)
  MATCH (r:ConnectedRecord)
  USING INDEX r:ConnectedRecord(tenantKey, id)
  WHERE r.tenantKey = $tenantKey AND r.kind = kind AND r.id = s.connectedId AND $tenantLabel IN labels(r)
  RETURN r
  LIMIT $most
  UNION
  CALL db.index.fulltext.queryNodes('connected_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {limit: $most})
  YIELD node AS r
  WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
  RETURN r
}
WITH r, truncated
WHERE r.id > $after AND r.kind IN $kinds AND ($system IS NULL OR $system IN r.systems)
  AND ($matchState IS NULL OR r.matchState = $matchState)
WITH r, truncated ORDER BY r.id LIMIT $limit
RETURN r.id AS id, r.doc AS doc, truncated
