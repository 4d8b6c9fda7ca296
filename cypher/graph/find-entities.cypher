// One page of the entities whose label holds all words, by (rank, id). The rank is 0 for a whole label or code, 1 for
// whole words, 2 for prefixes. Of more than $most hits the index's own score decides which are looked at; an entity with
// that very code always is. Hits are streamed: a list of them would be counted for each row that is sorted.
CALL () {
  CALL db.index.fulltext.queryNodes('entity_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {skip: $most, limit: 1})
  YIELD node AS e
  WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
  RETURN count(e) > 0 AS truncated
}
CALL (truncated) {
  MATCH (e:Listed)
  USING INDEX e:Listed(tenantKey, codeWords)
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
WHERE rank > $afterRank OR (rank = $afterRank AND e.id > $after)
WITH e, rank, truncated ORDER BY rank, e.id LIMIT $limit
RETURN e.id AS id, e.doc AS doc, rank, truncated
