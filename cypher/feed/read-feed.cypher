// name: listFeeds
// The feeds of an organization, and the time of the graph when they were read.
OPTIONAL MATCH (f:ChangeFeed)
USING INDEX SEEK f:ChangeFeed(tenantKey, feed)
WHERE f.tenantKey = $tenantKey AND f.feed >= '' AND $tenantLabel IN labels(f)
WITH f
ORDER BY f.tenantKey, f.feed
WITH [f IN collect(f) | {feed: f.feed, from: f.from, fromAt: f.fromAt, settled: f.settled,
  isReplaced: coalesce(f.isReplaced, false)}] AS feeds
RETURN feeds, timestamp() AS readAt

// name: findChanges
// The places of the next changes in each feed, in the order of their positions. At most `looked` changes of a feed are
// read, of which those of the types are returned. `lastLooked` and `lastAppliedAt` describe the last one that was read.
UNWIND $feeds AS feed
CALL (feed) {
  MATCH (c:Change)
  USING INDEX SEEK c:Change(tenantKey, feed, position)
  WHERE c.tenantKey = $tenantKey AND c.feed = feed.feed AND c.position >= feed.from AND c.position < feed.to
    AND $tenantLabel IN labels(c)
  WITH c
  ORDER BY c.tenantKey, c.feed, c.position
  LIMIT $looked
  RETURN collect(c) AS read
}
RETURN feed.feed AS feed, size(read) AS count, last(read).position AS lastLooked, last(read).appliedAt AS lastAppliedAt,
  [c IN read WHERE $types IS NULL OR c.type IN $types | {position: c.position, appliedAt: c.appliedAt}][..$limit] AS changes

// name: findChangesOf
// The places of the next changes of one entity, relationship, or snapshot in each feed. Otherwise like findChanges.
UNWIND $feeds AS feed
CALL (feed) {
  MATCH (c:Change)
  USING INDEX SEEK c:Change(tenantKey, subjectId, feed, position)
  WHERE c.tenantKey = $tenantKey AND c.subjectId = $subjectId AND c.feed = feed.feed AND c.position >= feed.from
    AND c.position < feed.to AND $tenantLabel IN labels(c)
  WITH c
  ORDER BY c.tenantKey, c.subjectId, c.feed, c.position
  LIMIT $looked
  RETURN collect(c) AS read
}
RETURN feed.feed AS feed, size(read) AS count, last(read).position AS lastLooked, last(read).appliedAt AS lastAppliedAt,
  [c IN read WHERE $types IS NULL OR c.type IN $types | {position: c.position, appliedAt: c.appliedAt}][..$limit] AS changes

// name: readChanges
// The documents of changes, with their index in the list of places. A change that was deleted is left out.
UNWIND range(0, size($places) - 1) AS at
WITH at, $places[at] AS place
MATCH (c:Change)
USING INDEX SEEK c:Change(tenantKey, feed, position)
WHERE c.tenantKey = $tenantKey AND c.feed = place.feed AND c.position = place.position AND $tenantLabel IN labels(c)
RETURN at, c.doc AS doc

// name: findNextChanges
// The first change at or after each of these positions, and when it was applied. No row if there is none before the
// end.
UNWIND $probes AS probe
CALL (probe) {
  MATCH (c:Change)
  USING INDEX SEEK c:Change(tenantKey, feed, position)
  WHERE c.tenantKey = $tenantKey AND c.feed = probe.feed AND c.position >= probe.from AND c.position < probe.to
    AND $tenantLabel IN labels(c)
  RETURN c.position AS position, c.appliedAt AS appliedAt
  ORDER BY c.tenantKey, c.feed, c.position
  LIMIT 1
}
RETURN probe.feed AS feed, toInteger(probe.from) AS probed, position, appliedAt

// name: listStoredChanges
// All stored changes of an organization, feed by feed.
MATCH (c:Change)
USING INDEX SEEK c:Change(tenantKey, feed, position)
WHERE c.tenantKey = $tenantKey AND c.feed >= '' AND c.position >= 0 AND $tenantLabel IN labels(c)
RETURN c.feed AS feed, c.position AS position, c.doc AS doc
ORDER BY c.tenantKey, c.feed, c.position
