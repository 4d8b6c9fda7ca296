// name: listPublications
// One page of the publications of an organization with any status, the newest first.
MATCH (p:Publication)
USING INDEX SEEK p:Publication(tenantKey, offset)
WHERE p.tenantKey = $tenantKey AND p.offset >= 0 AND p.offset < $before AND $tenantLabel IN labels(p)
RETURN p.snapshotId AS snapshotId, p.offset AS offset, p.status AS status, p.seq AS seq,
  p.publicationId AS publicationId, p.started AS started, p.endedAt AS endedAt, p.retiredAt AS retiredAt,
  p.reason AS reason, p.expected AS expected, p.seen AS seen, p.totals AS totals, p.faults AS faults,
  coalesce(p.faultCount, 0) AS faultCount
ORDER BY p.tenantKey DESC, p.offset DESC
LIMIT $limit

// name: listPublicationsOfState
// One page of the publications with a status, the newest first.
MATCH (p:Publication)
USING INDEX SEEK p:Publication(tenantKey, status, offset)
WHERE p.tenantKey = $tenantKey AND p.status = $state AND p.offset >= 0 AND p.offset < $before
  AND $tenantLabel IN labels(p)
RETURN p.snapshotId AS snapshotId, p.offset AS offset, p.status AS status, p.seq AS seq,
  p.publicationId AS publicationId, p.started AS started, p.endedAt AS endedAt, p.retiredAt AS retiredAt,
  p.reason AS reason, p.expected AS expected, p.seen AS seen, p.totals AS totals, p.faults AS faults,
  coalesce(p.faultCount, 0) AS faultCount
ORDER BY p.tenantKey DESC, p.status DESC, p.offset DESC
LIMIT $limit

// name: listDeadLetters
// One page of the rejected events of an organization since a time, the newest first.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, sortKey)
WHERE l.tenantKey = $tenantKey AND l.sortKey >= $since AND l.sortKey < $before AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.sortKey DESC
LIMIT $limit

// name: listDeadLettersOfReason
// One page of the events that were rejected with a reason since a time, the newest first.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, reason, sortKey)
WHERE l.tenantKey = $tenantKey AND l.reason = $reason AND l.sortKey >= $since AND l.sortKey < $before
  AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.reason DESC, l.sortKey DESC
LIMIT $limit

// name: listDeadLettersOfType
// One page of the rejected events of a type since a time, the newest first. The reason is tested on each row.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, type, sortKey)
WHERE l.tenantKey = $tenantKey AND l.type = $type AND l.sortKey >= $since AND l.sortKey < $before
  AND ($reason IS NULL OR l.reason = $reason) AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.type DESC, l.sortKey DESC
LIMIT $limit

// name: listDeadLettersOfSource
// One page of the rejected events of a source since a time, the newest first. Type and reason are tested on each row.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, source, sortKey)
WHERE l.tenantKey = $tenantKey AND l.source = $source AND l.sortKey >= $since AND l.sortKey < $before
  AND ($reason IS NULL OR l.reason = $reason) AND ($type IS NULL OR l.type = $type) AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.source DESC, l.sortKey DESC
LIMIT $limit

// name: listDeadLettersOfSubject
// One page of the rejected events with a subject since a time, the newest first. The other filters are tested on each
// row.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, subject, sortKey)
WHERE l.tenantKey = $tenantKey AND l.subject = $subject AND l.sortKey >= $since AND l.sortKey < $before
  AND ($source IS NULL OR l.source = $source) AND ($type IS NULL OR l.type = $type)
  AND ($reason IS NULL OR l.reason = $reason) AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.subject DESC, l.sortKey DESC
LIMIT $limit

// name: listDeadLettersOfEvent
// One page of the rejected events with an ID since a time, the newest first. The other filters are tested on each row.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, eventId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.eventId = $eventId AND l.sortKey >= $since AND l.sortKey < $before
  AND ($subject IS NULL OR l.subject = $subject) AND ($source IS NULL OR l.source = $source)
  AND ($type IS NULL OR l.type = $type) AND ($reason IS NULL OR l.reason = $reason) AND $tenantLabel IN labels(l)
RETURN l.sortKey AS sortKey, l.reason AS reason, l.detail AS detail, l.faults AS faults, l.type AS type,
  l.eventId AS eventId, l.source AS source, l.subject AS subject, l.key AS key, l.topic AS topic,
  l.partition AS partition, l.offset AS offset, coalesce(l.count, 1) AS count, l.at AS at,
  coalesce(l.rejectedAt, l.at) AS rejectedAt
ORDER BY l.tenantKey DESC, l.eventId DESC, l.sortKey DESC
LIMIT $limit

// name: listCountedEvents
// Offsets of rejected events that are counted with other ones: those stored together whose first offset is below a
// limit, the highest first.
MATCH (c:CountedEvents)
USING INDEX SEEK c:CountedEvents(tenantKey, topic, partition, firstOffset)
WHERE c.tenantKey = $tenantKey AND c.topic = $topic AND c.partition = $partition AND c.firstOffset < $before
  AND $tenantLabel IN labels(c)
RETURN c.firstOffset AS firstOffset, c.offsets AS offsets, c.reason AS reason
ORDER BY c.tenantKey DESC, c.topic DESC, c.partition DESC, c.firstOffset DESC
LIMIT $limit

// name: findDeadLetter
// The reason of one rejected event. No row if the organization has no rejected event with this ID.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, id)
WHERE l.tenantKey = $tenantKey AND l.id = $id AND $tenantLabel IN labels(l)
RETURN l.reason AS reason

// name: listIngestedSources
// The next sources of events, sorted by name, with the outcomes of their events in all partitions.
MATCH (s:IngestedSource)
USING INDEX SEEK s:IngestedSource(tenantKey, source, topic, partition)
WHERE s.tenantKey = $tenantKey AND s.source > $after AND s.topic >= '' AND s.partition >= 0 AND $tenantLabel IN labels(s)
WITH s.tenantKey AS tenant, s.source AS source, sum(s.applied) AS applied, sum(s.stale) AS stale,
  sum(s.rejected) AS rejected, max(s.lastEventAt) AS lastEventAt, max(s.lastAppliedAt) AS lastAppliedAt,
  collect(s.types) AS typesOfPartitions
ORDER BY tenant, source
LIMIT $limit
RETURN source, applied, stale, rejected, lastEventAt, lastAppliedAt,
  reduce(types = [], more IN typesOfPartitions | types + [type IN more WHERE NOT type IN types]) AS types

// name: nextClaimedKind
// The next kind of codes after the given one.
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, kind, value, system, instance)
WHERE c.tenantKey = $tenantKey AND c.kind > $after AND c.value >= '' AND c.system >= '' AND c.instance >= ''
  AND $tenantLabel IN labels(c)
RETURN c.kind AS kind
ORDER BY c.tenantKey, c.kind
LIMIT 1

// name: listContestedCodes
// Reads the next claims of a kind of codes, in the order of the index. Returns the codes that several entities have,
// the number of claims that were read, and the last value. Previous codes are ignored, because their entities no longer
// have them.
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, kind, value, system, instance)
WHERE c.tenantKey = $tenantKey AND c.kind = $kind AND c.value >= $value AND c.system >= '' AND c.instance >= ''
  AND (c.value > $value OR c.system > $system OR (c.system = $system AND c.instance > $instance))
  AND $tenantLabel IN labels(c)
WITH c
ORDER BY c.tenantKey, c.kind, c.value, c.system, c.instance
LIMIT $looked
WITH c.value AS value, c.system AS system, c.instance AS instance, c.entityId AS id, c.former IS NULL AS isOwn
WITH value, system, instance, count(*) AS claims, collect(DISTINCT CASE WHEN isOwn THEN id END) AS ids
ORDER BY value, system, instance
WITH collect({value: value, system: system, instance: instance, claims: claims, ids: ids}) AS codes
RETURN [code IN codes WHERE size(code.ids) > 1 | {value: code.value, system: code.system, instance: code.instance,
    ids: code.ids}] AS contested,
  reduce(looked = 0, code IN codes | looked + code.claims) AS looked, last(codes).value AS lastValue

// name: findClaimants
// Live entities by their ids, each with its type and label.
UNWIND $ids AS id
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.type AS type, e.label AS label
