// One page of the entities whose label holds all words, by (rank, id). The rank is 0 for a whole label or code, 1 for
// whole words, 2 for prefixes. The index decides by its own score only which 10,000 of more hits are looked at.
CALL db.index.fulltext.queryNodes('entity_words', $terms, {limit: $most + 1}) YIELD node AS e
WHERE e.tenantKey = $tenantKey AND $tenantLabel IN labels(e)
WITH collect(e) AS hits
WITH hits[..$most] AS hits, size(hits) > $most AS truncated
UNWIND hits AS e
WITH e, truncated,
  CASE
    WHEN $folded IN [e.words, e.codeWords] THEN 0
    WHEN all(word IN $words WHERE word IN split(e.words, ' ')) THEN 1
    ELSE 2
  END AS rank
WHERE rank > $afterRank OR (rank = $afterRank AND e.id > $after)
WITH e, rank, truncated ORDER BY rank, e.id LIMIT $limit
RETURN e.doc AS doc, rank, truncated
