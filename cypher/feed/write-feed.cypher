// name: appendChanges
// Adds changes to the feed of a partition. Readers see them after `settleChanges`. A rebuild keeps them.
MERGE (f:ChangeFeed {tenantKey: $tenantKey, feed: $feed})
  ON CREATE SET f.from = $from, f.fromAt = $fromAt, f.settled = $from, f:$($tenantLabel)
SET f.next = $next
WITH f
UNWIND $rows AS row
CREATE (c:Change {tenantKey: $tenantKey, feed: $feed, position: toInteger(row.position), subjectId: row.subjectId, type: row.type,
  appliedAt: $appliedAt, doc: row.doc})
SET c:$($tenantLabel)

// name: settleChanges
// Shows readers all committed changes of a feed. Runs after the transaction that added them, because Neo4j may show the
// effects of a commit one after the other. So a reader never sees a change before its entity.
MATCH (f:ChangeFeed {tenantKey: $tenantKey, feed: $feed})
USING INDEX SEEK f:ChangeFeed(tenantKey, feed)
SET f.settled = f.next

// name: dropOldChanges
// Deletes the oldest changes of every feed of an organization that were applied before a time. A replaced feed is
// deleted with its last change.
MATCH (f:ChangeFeed)
USING INDEX SEEK f:ChangeFeed(tenantKey, feed)
WHERE f.tenantKey = $tenantKey AND f.feed >= ''
CALL (f) {
  MATCH (c:Change)
  USING INDEX SEEK c:Change(tenantKey, feed, position)
  WHERE c.tenantKey = $tenantKey AND c.feed = f.feed AND c.position >= 0
  WITH c ORDER BY c.tenantKey, c.feed, c.position LIMIT $limit
  WITH collect(c) AS first
  RETURN [c IN first WHERE c.appliedAt < $before] AS old, size(first) AS looked
}
WITH f, old, looked, CASE WHEN size(old) > 0 THEN last(old).position + 1 END AS from
FOREACH (at IN CASE WHEN from IS NULL THEN [] ELSE [from] END | SET f.from = at, f.fromAt = timestamp())
FOREACH (c IN old | DELETE c)
FOREACH (empty IN CASE WHEN f.isReplaced AND looked = 0 THEN [f] ELSE [] END | DELETE empty)
RETURN sum(size(old)) AS dropped
