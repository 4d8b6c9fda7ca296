// name: listEntities
// One page of an organization's visible entities, sorted by ID.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id > $after AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc
ORDER BY e.tenantKey, e.id
LIMIT $limit

// name: listEntitiesOfType
// One page of the visible entities of one type, sorted by ID.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, type, id)
WHERE e.tenantKey = $tenantKey AND e.type = $type AND e.id > $after AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc
ORDER BY e.tenantKey, e.type, e.id
LIMIT $limit

// name: listEntitiesOfState
// One page of the visible entities of some types in one state, sorted by ID.
UNWIND $types AS type
CALL (type) {
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, lifecycleState, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.lifecycleState = $lifecycleState AND e.id > $after
    AND $tenantLabel IN labels(e)
  RETURN e
  ORDER BY e.tenantKey, e.type, e.lifecycleState, e.id
  LIMIT $limit
}
WITH e ORDER BY e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc

// name: listStylesOfSeason
// One page of the visible styles of a season, sorted by ID; with a state, only those in it.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, season, id)
WHERE e.tenantKey = $tenantKey AND e.season = $season AND e.id > $after
  AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc
ORDER BY e.tenantKey, e.season, e.id
LIMIT $limit

// name: listEntitiesSince
// One page of the visible entities of some types, sorted by the time of their last change and ID, from a given time and
// ID on. With a state or season, only those that have it.
UNWIND $types AS type
CALL (type) {
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, updatedAt, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.updatedAt = $since AND e.id > $after
    AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND ($season IS NULL OR e.season = $season)
    AND $tenantLabel IN labels(e)
  RETURN e
  ORDER BY e.tenantKey, e.type, e.updatedAt, e.id
  LIMIT $limit
  UNION ALL
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, updatedAt, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.updatedAt > $since AND e.id IS NOT NULL
    AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND ($season IS NULL OR e.season = $season)
    AND $tenantLabel IN labels(e)
  RETURN e
  ORDER BY e.tenantKey, e.type, e.updatedAt, e.id
  LIMIT $limit
}
WITH e ORDER BY e.updatedAt, e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc, e.updatedAt AS updatedAt

// name: findEntities
// One page of the entities whose label contains all words, sorted by rank and ID. The rank is 0 for a whole label or
// code, 1 for whole words, and 2 for prefixes. If there are more than $most hits, the index's own score decides which
// are read. An entity with exactly this code is always included. Hits are streamed, because a list of them would be
// counted for each sorted row.
CALL () {
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {skip: $most, limit: 1})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN count(e) > 0 AS truncated
}
CALL (truncated) {
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, codeWords)
  WHERE e.tenantKey = $tenantKey AND e.codeWords = $folded AND e.type IN $types AND $tenantLabel IN labels(e)
  RETURN e
  UNION
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {limit: $most})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
}
WITH e, truncated, split(e.words, ' ') AS own
WITH e, truncated,
  CASE
    WHEN $folded IN [e.words, e.codeWords] THEN 0
    WHEN all(word IN $words WHERE word IN own) THEN 1
    WHEN all(word IN $words WHERE any(other IN own WHERE other STARTS WITH word)) THEN 2
  END AS rank
WHERE (rank > $afterRank OR (rank = $afterRank AND e.id > $after))
  AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND ($season IS NULL OR e.season = $season)
  AND all(key IN $keys WHERE e.foundBy CONTAINS key)
WITH e, rank, truncated ORDER BY rank, e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc, rank, truncated

// name: findEntitiesSince
// Like findEntities, for entities that changed since a time, in the order of listEntitiesSince.
CALL () {
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {skip: $most, limit: 1})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN count(e) > 0 AS truncated
}
CALL (truncated) {
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, codeWords)
  WHERE e.tenantKey = $tenantKey AND e.codeWords = $folded AND e.type IN $types AND $tenantLabel IN labels(e)
  RETURN e
  UNION
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {limit: $most})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
}
WITH e, truncated, split(e.words, ' ') AS own
WHERE (e.updatedAt > $since OR (e.updatedAt = $since AND e.id > $after))
  AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND ($season IS NULL OR e.season = $season)
  AND all(key IN $keys WHERE e.foundBy CONTAINS key)
  AND ($folded IN [e.words, e.codeWords] OR all(word IN $words WHERE any(other IN own WHERE other STARTS WITH word)))
WITH e, truncated ORDER BY e.updatedAt, e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc, e.updatedAt AS updatedAt, truncated

// name: findEntitiesBy
// One page of the entities that have all words of a query of the index of codes and values, or an article number and
// all keys; see domain/search/found-by.ts. Sorted by ID or, if a time is given, by the time of their last change from
// then on. The words contain the organization, so only matching entities of that organization are read.
CALL () {
  CALL db.index.fulltext.queryNodes('entity_found_by', $query)
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
  UNION
  MATCH (e:Listed)-[l:LINK]->(b:Entity)
  USING INDEX SEEK l:LINK(tenantKey, mpnForm)
  WHERE l.tenantKey = $tenantKey AND l.mpnForm = $mpnForm AND ($mpn IS NULL OR l.mpn = $mpn)
    AND e.tenantKey = $tenantKey AND b.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
    AND all(key IN $keys WHERE e.foundBy CONTAINS key)
  RETURN e
}
WITH e
WHERE e.type IN $types AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState)
  AND CASE WHEN $since IS NULL THEN e.id > $after
    ELSE e.updatedAt > $since OR (e.updatedAt = $since AND e.id > $after) END
WITH e ORDER BY CASE WHEN $since IS NULL THEN '' ELSE e.updatedAt END, e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc, e.updatedAt AS updatedAt

// name: countEntities
// The number of visible entities that filters match, at most $most. The non-empty lists determine where entities are
// searched: by type, by type and state, by type and time of change, by season, by codes and values, by article number,
// or by search.
CALL () {
  UNWIND $ofTypes AS type
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.id > '' AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofStates AS type
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, lifecycleState, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.lifecycleState = $lifecycleState AND e.id > ''
    AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofChanges AS type
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, updatedAt, id)
  WHERE e.tenantKey = $tenantKey AND e.type = type AND e.updatedAt >= $since AND e.id IS NOT NULL
    AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofSeasons AS season
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, season, id)
  WHERE e.tenantKey = $tenantKey AND e.season = season AND e.id > '' AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofQueries AS query
  CALL db.index.fulltext.queryNodes('entity_found_by', query)
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofMpnForms AS mpnForm
  MATCH (e:Listed)-[l:LINK]->(b:Entity)
  USING INDEX SEEK l:LINK(tenantKey, mpnForm)
  WHERE l.tenantKey = $tenantKey AND l.mpnForm = mpnForm AND ($mpn IS NULL OR l.mpn = $mpn)
    AND e.tenantKey = $tenantKey AND b.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
  UNION ALL
  UNWIND $ofSearches AS terms
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + terms, {limit: $most})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN e
}
WITH e, split(e.words, ' ') AS own
WHERE e.type IN $types AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState)
  AND ($season IS NULL OR e.season = $season) AND ($since IS NULL OR e.updatedAt >= $since)
  AND all(key IN $keys WHERE e.foundBy CONTAINS key)
  AND all(word IN $words WHERE any(other IN own WHERE other STARTS WITH word))
WITH DISTINCT e LIMIT $most
RETURN count(e) AS entities

// name: findNear
// Entities with words similar to those of a query of the index of codes and values, unsorted.
CALL db.index.fulltext.queryNodes('entity_found_by', $query, {limit: $limit})
YIELD node AS e
WHERE e.tenantKey = $tenantKey AND e.type IN $types AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc

// name: findArticles
// Supplier article numbers that are equal without case and separators.
MATCH (a:Entity)-[l:LINK]->(b:Entity)
USING INDEX SEEK l:LINK(tenantKey, mpnForm)
WHERE l.tenantKey = $tenantKey AND l.mpnForm = $mpnForm AND a.tenantKey = $tenantKey AND b.tenantKey = $tenantKey
  AND $tenantLabel IN labels(a)
WITH DISTINCT l.mpn AS mpn LIMIT $limit
RETURN mpn

// name: listStyleIdsOfSeason
// IDs of the visible styles of a season.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, season, id)
WHERE e.tenantKey = $tenantKey AND e.season = $season AND e.id > '' AND $tenantLabel IN labels(e)
RETURN e.id AS id

// name: listEntitiesWith
// Those of the given visible entities that have the given values. Null means any value.
UNWIND $ids AS id
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
  AND ($lifecycleState IS NULL OR e.lifecycleState = $lifecycleState) AND all(key IN $keys WHERE e.foundBy CONTAINS key)
RETURN e.id AS id

// name: findEntitiesById
// Visible entities by ID.
UNWIND $ids AS id
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc

// name: getEntity
// One visible entity by ID.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = $entityId AND $tenantLabel IN labels(e)
RETURN e.doc AS doc

// name: listLinks
// The first links of visible nodes, with one index read for each node, direction, and range of sort keys. Within a
// range, links are sorted by key, which is (type, ID). Each direction has its own branch, because a predicate on the
// direction would be tested on every link of the node. Links of BOM lines are valid from one publication to another.
// Those of the newest snapshot are returned.
OPTIONAL MATCH (p:Snapshot)
USING INDEX SEEK p:Snapshot(tenantKey, seq)
WHERE p.tenantKey = $tenantKey AND p.seq > 0 AND $tenantLabel IN labels(p)
WITH p ORDER BY p.tenantKey DESC, p.seq DESC LIMIT 1
WITH coalesce(p.seq, 0) AS seq, p.publicationId AS newest
CALL (seq) {
  UNWIND $outgoing AS range
  MATCH (near:Listed)
  USING INDEX SEEK near:Listed(tenantKey, id)
  WHERE near.tenantKey = $tenantKey AND near.id = range.nodeId AND $tenantLabel IN labels(near)
  CALL (range, seq) {
    MATCH (a:Entity)-[l:LINK]->(far:Entity)
    USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
    WHERE l.tenantKey = $tenantKey AND l.fromId = range.nodeId AND l.sortKey >= range.start AND l.sortKey < range.end
      AND a.tenantKey = $tenantKey AND far.tenantKey = $tenantKey
      AND (l.toSeq IS NULL OR (l.toSeq > seq AND l.fromSeq <= seq))
    RETURN l, far
    ORDER BY l.tenantKey, l.fromId, l.sortKey
    LIMIT $limit
  }
  RETURN near, 'outgoing' AS direction, l, far
  UNION ALL
  UNWIND $incoming AS range
  MATCH (near:Listed)
  USING INDEX SEEK near:Listed(tenantKey, id)
  WHERE near.tenantKey = $tenantKey AND near.id = range.nodeId AND $tenantLabel IN labels(near)
  CALL (range, seq) {
    MATCH (far:Entity)-[l:LINK]->(b:Entity)
    USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
    WHERE l.tenantKey = $tenantKey AND l.toId = range.nodeId AND l.sortKey >= range.start AND l.sortKey < range.end
      AND far.tenantKey = $tenantKey AND b.tenantKey = $tenantKey
      AND (l.toSeq IS NULL OR (l.toSeq > seq AND l.fromSeq <= seq))
    RETURN l, far
    ORDER BY l.tenantKey, l.toId, l.sortKey
    LIMIT $limit
  }
  RETURN near, 'incoming' AS direction, l, far
}
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, direction,
  l.doc AS doc, l.sortKey AS sortKey, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed,
  CASE WHEN l.toSeq IS NULL THEN null ELSE newest END AS publicationId

// name: listAllLinks
// Every link with at least one visible endpoint, once each, sorted by start and sort key. Of BOM links, those of the
// newest snapshot.
OPTIONAL MATCH (p:Snapshot)
USING INDEX SEEK p:Snapshot(tenantKey, seq)
WHERE p.tenantKey = $tenantKey AND p.seq > 0 AND $tenantLabel IN labels(p)
WITH p ORDER BY p.tenantKey DESC, p.seq DESC LIMIT 1
WITH coalesce(p.seq, 0) AS seq, p.publicationId AS newest
CALL (seq) {
  MATCH (a:Entity)-[l:LINK]->(b:Entity)
  USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
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

// name: listPublishedStyles
// The styles in publications, sorted by ID, with one index read for each publication. Only publications whose snapshot
// can be selected.
UNWIND $ranges AS range
MATCH (near:Listed)
USING INDEX SEEK near:Listed(tenantKey, id)
WHERE near.tenantKey = $tenantKey AND near.id = range.nodeId AND $tenantLabel IN labels(near)
MATCH (p:Snapshot)
USING INDEX SEEK p:Snapshot(tenantKey, publicationId)
WHERE p.tenantKey = $tenantKey AND p.publicationId = near.id AND $tenantLabel IN labels(p)
CALL (p, range) {
  MATCH (v:BomStyle)
  USING INDEX SEEK v:BomStyle(tenantKey, styleId, fromSeq)
  WHERE v.tenantKey = $tenantKey AND v.styleId > range.after AND v.fromSeq <= p.seq AND v.toSeq > p.seq
    AND $tenantLabel IN labels(v)
  RETURN v
  ORDER BY v.tenantKey, v.styleId
  LIMIT $limit
}
OPTIONAL MATCH (far:Entity)
USING INDEX SEEK far:Entity(tenantKey, id)
WHERE far.tenantKey = $tenantKey AND far.id = v.styleId
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, v.styleId AS styleId, v.styleId AS farId, 'style' AS farType, far.label AS farLabel,
  coalesce(far:Listed, false) AS farListed

// name: listPublicationsOfStyles
// The publications that contain styles, sorted by number, with one index read for each style. Only publications whose
// snapshot can be selected.
UNWIND $ranges AS range
MATCH (near:Listed)
USING INDEX SEEK near:Listed(tenantKey, id)
WHERE near.tenantKey = $tenantKey AND near.id = range.nodeId AND $tenantLabel IN labels(near)
CALL (range) {
  MATCH (v:BomStyle)
  USING INDEX SEEK v:BomStyle(tenantKey, styleId, fromSeq)
  WHERE v.tenantKey = $tenantKey AND v.styleId = range.nodeId AND v.fromSeq > 0 AND $tenantLabel IN labels(v)
  MATCH (p:Snapshot)
  USING INDEX SEEK p:Snapshot(tenantKey, seq)
  WHERE p.tenantKey = $tenantKey AND p.seq > range.after AND p.seq >= v.fromSeq AND p.seq < v.toSeq
  RETURN p
  ORDER BY p.seq
  LIMIT $limit
}
MATCH (far:Entity)
USING INDEX SEEK far:Entity(tenantKey, id)
WHERE far.tenantKey = $tenantKey AND far.id = p.publicationId
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, near.id AS styleId, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed
