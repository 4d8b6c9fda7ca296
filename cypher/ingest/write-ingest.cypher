// name: addDeadLetters
// Stores rejected events. The ID is the position in Kafka. An event that is read again, for example by a rebuild,
// updates its row and keeps the time of its first rejection. In another topic with the same name, another event may
// have the same position.
UNWIND $rows AS row
MERGE (l:DeadLetter {tenantKey: $tenantKey, id: row.id})
WITH l, row, coalesce(l.at = row.at AND l.rejectedAt IS NOT NULL, false) AS isKnown
SET l.sortKey = CASE WHEN isKnown THEN l.sortKey ELSE row.sortKey END,
  l.rejectedAt = CASE WHEN isKnown THEN l.rejectedAt ELSE row.rejectedAt END,
  l.reason = row.reason, l.detail = row.detail, l.faults = row.faults, l.type = row.type, l.eventId = row.eventId,
  l.count = toInteger(row.count), l.source = row.source, l.subject = row.subject, l.key = row.key, l.topic = row.topic,
  l.partition = toInteger(row.partition), l.offset = toInteger(row.offset), l.at = row.at,
  l.system = row.system, l.instance = row.instance, l.recordType = row.recordType, l.recordId = row.recordId,
  l:$($tenantLabel)

// name: countDeadLetter
// Stores how many events a rejected event stands for.
MATCH (l:DeadLetter {tenantKey: $tenantKey, id: $id})
SET l.count = $count

// name: addCountedEvents
// Stores the offsets of rejected events that are counted with other ones, so that each can be found. Where one of them
// has an entry of its own, by the rules of an earlier version, the entry is deleted.
MERGE (c:CountedEvents {tenantKey: $tenantKey, topic: $topic, partition: $partition, firstOffset: $firstOffset})
ON CREATE SET c:Projected:$($tenantLabel)
SET c.reason = $reason, c.countedWith = $countedWith, c.offsets = [offset IN $offsets | toInteger(offset)]
WITH c
UNWIND $ids AS id
MATCH (l:DeadLetter {tenantKey: $tenantKey, id: id})
DELETE l

// name: dropForgottenCounts
// Deletes the offsets of events that are counted with rejected events that are no longer stored.
MATCH (c:CountedEvents)
USING INDEX SEEK c:CountedEvents(tenantKey, topic, partition, firstOffset)
WHERE c.tenantKey = $tenantKey AND c.topic >= '' AND c.partition >= 0 AND c.firstOffset >= 0
  AND none(id IN c.countedWith WHERE EXISTS { MATCH (l:DeadLetter {tenantKey: $tenantKey, id: id}) })
WITH c LIMIT $limit
DELETE c
RETURN count(c) AS dropped

// name: countIngested
// Counts the outcomes of events, by source and partition. Only the projector that has claimed the partition writes
// these nodes, so projectors do not wait for each other. Events before the end of what was already counted are not
// counted again.
UNWIND $rows AS row
MERGE (s:IngestedSource {tenantKey: $tenantKey, source: row.source, topic: $topic, partition: $partition})
ON CREATE SET s.applied = 0, s.stale = 0, s.rejected = 0, s.types = [], s.countedTo = 0, s:Projected:$($tenantLabel)
WITH s, row, s.countedTo AS countedTo
SET s.applied = s.applied + size([offset IN row.applied WHERE offset >= countedTo]),
  s.stale = s.stale + size([offset IN row.stale WHERE offset >= countedTo]),
  s.rejected = s.rejected + size([offset IN row.rejected WHERE offset >= countedTo]),
  s.countedTo = CASE WHEN row.countedTo > countedTo THEN toInteger(row.countedTo) ELSE countedTo END,
  s.types = s.types + [type IN row.types WHERE NOT type IN s.types],
  s.lastEventAt = CASE WHEN coalesce(s.lastEventAt, '') < row.lastEventAt THEN row.lastEventAt ELSE s.lastEventAt END,
  s.lastAppliedAt = CASE WHEN coalesce(s.lastAppliedAt, '') < row.lastAppliedAt THEN row.lastAppliedAt
    ELSE s.lastAppliedAt END

// name: countStaged
// The counts of a publication so far, without versions of a style that a later one replaced. Versions are numbers of up
// to 38 digits, which are compared as texts of equal length.
MATCH (s:StagedStyle)
USING INDEX SEEK s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId = $snapshotId AND s.eventKey >= ''
WITH s, right('00000000000000000000000000000000000000' + s.version, 38) AS version
WITH s.styleId AS styleId, max(version) AS newest, collect({version: version, skus: s.skuCount, lines: s.lineCount, rows: s.rowCount}) AS sent
UNWIND [part IN sent WHERE part.version = newest] AS part
RETURN count(DISTINCT styleId) AS styleCount, coalesce(sum(part.skus), 0) AS skuCount,
  coalesce(sum(part.lines), 0) AS lineCount, coalesce(sum(part.rows), 0) AS rowCount

// name: dropOldDeadLetters
// Deletes rejected events from before a time.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, sortKey)
WHERE l.tenantKey = $tenantKey AND l.sortKey < $before
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: dropSurplusDeadLetters
// Deletes rejected events beyond the number that is kept.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, sortKey)
WHERE l.tenantKey = $tenantKey AND l.sortKey >= ''
WITH l ORDER BY l.tenantKey DESC, l.sortKey DESC
SKIP $kept LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: dropForgottenSources
// Deletes the counts of sources that have neither accepted events nor stored dead letters. So a source name that
// occurred only in invalid events disappears.
MATCH (s:IngestedSource)
USING INDEX SEEK s:IngestedSource(tenantKey, source, topic, partition)
WHERE s.tenantKey = $tenantKey AND s.source >= '' AND s.topic >= '' AND s.partition >= 0 AND s.applied + s.stale = 0
  AND NOT EXISTS { MATCH (l:DeadLetter {tenantKey: $tenantKey, source: s.source}) WHERE l.sortKey >= '' }
  AND NOT EXISTS {
    MATCH (other:IngestedSource {tenantKey: $tenantKey, source: s.source})
    WHERE other.topic >= '' AND other.partition >= 0 AND other.applied + other.stale > 0
  }
WITH s LIMIT $limit
DELETE s
RETURN count(s) AS dropped
