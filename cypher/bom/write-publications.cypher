// name: loadPublicationState
// The state of an organization's publications: the one that is open, and the newest completed one.
UNWIND [1] AS one
OPTIONAL MATCH (f:BomFeed {tenantKey: $tenantKey})
OPTIONAL MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: f.open})
OPTIONAL MATCH (t:Timeline {tenantKey: $tenantKey})
RETURN f.open AS open, f.lastAt AS lastAt, p.started AS started,
  t.seq AS seq, t.snapshotId AS snapshotId, t.publicationId AS publicationId, t.completedAt AS completedAt

// name: findPublication
// A publication with any status. If it has ended, also the keys of its events, and what arrived for it since.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
OPTIONAL MATCH (s:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
RETURN p.status AS status, p.eventKey AS eventKey, s.keys AS keys, p.reason AS reason, p.lateFrom AS lateFrom,
  p.lateTo AS lateTo, p.lateCount AS lateCount, p.faults AS faults, p.faultCount AS faultCount

// name: findStagedEvents
// Those of the given events that the open publication already contains.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
RETURN s.eventKey AS key

// name: findStagedStyles
// The versions of these styles that were received so far.
UNWIND $styleIds AS styleId
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, styleId: styleId})
USING INDEX SEEK s:StagedStyle(tenantKey, snapshotId, styleId)
RETURN s.styleId AS styleId, s.version AS version

// name: findOpenStyles
// The hashes of these styles in the newest snapshot. `counts` is null if a projector before 1.2 wrote the content.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = styleId
RETURN s.styleId AS styleId, s.hash AS hash, s.contentHash AS contentHash, s.sum AS sum,
  CASE WHEN s.countedHash = s.contentHash THEN s.counts END AS counts

// name: startPublication
// Starts a publication.
MERGE (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
ON CREATE SET p:Projected:$($tenantLabel), p.status = 'building', p.offset = $offset, p.eventKey = $eventKey, p.started = $started

// name: setPublicationState
// Stores which publication is open, and the time of the last event about publications, in ms since 1970.
MERGE (f:BomFeed {tenantKey: $tenantKey})
ON CREATE SET f:Projected:$($tenantLabel)
SET f.open = $snapshotId, f.lastAt = $lastAt

// name: stageStyles
// Stages the contents of style events until their publication is complete. `doc` is null for an unchanged style.
UNWIND $rows AS row
MERGE (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: row.eventKey})
ON CREATE SET s:Projected:$($tenantLabel)
SET s.styleId = row.styleId, s.version = row.version, s.part = row.part, s.parts = row.parts,
  s.skuCount = row.skuCount, s.lineCount = row.lineCount, s.rowCount = row.rowCount, s.sum = row.sum,
  s.contentHash = row.contentHash, s.doc = row.doc, s.styleNumber = row.styleNumber, s.eventId = row.eventId,
  s.source = row.source

// name: listStaged
// The staged parts of a publication, sorted by event key.
MATCH (s:StagedStyle)
USING INDEX SEEK s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId = $snapshotId AND s.eventKey > $after
RETURN s.eventKey AS eventKey, s.styleId AS styleId, s.version AS version, s.part AS part, s.parts AS parts,
  s.skuCount AS skuCount, s.lineCount AS lineCount, s.rowCount AS rowCount, s.sum AS sum, s.contentHash AS contentHash,
  s.doc IS NOT NULL AS changed, size(s.doc) AS size
ORDER BY s.tenantKey, s.snapshotId, s.eventKey
LIMIT $limit

// name: readStaged
// The staged documents of these events.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
RETURN s.eventKey AS eventKey, s.doc AS doc

// name: readStagedNames
// The style number, the ID, and the source of these events.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
RETURN s.eventKey AS eventKey, s.styleNumber AS styleNumber, s.eventId AS eventId, s.source AS source

// name: lockStaged
// Locks the staged rows of these events until the transaction ends. This waits for another transaction that writes the
// same styles, including one that was aborted while it was being committed. After that, all of its writes are visible.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
SET s.part = s.part

// name: listAbsentStyles
// Styles of the newest snapshot that a publication does not contain, sorted by ID.
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId > $after
  AND NOT EXISTS { MATCH (g:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, styleId: s.styleId}) }
RETURN s.styleId AS styleId
ORDER BY s.tenantKey, s.toSeq, s.styleId
LIMIT $limit

// name: listOpenLines
// The lines of these styles in the newest snapshot, and those that were already written for the next one.
UNWIND $styleIds AS styleId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, toSeq, styleId)
WHERE l.tenantKey = $tenantKey AND l.toSeq = $open AND l.styleId = styleId
RETURN l.styleId AS styleId, l.hash AS hash

// name: closeLines
// Ends line versions with a publication.
UNWIND $rows AS row
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, toSeq, styleId)
WHERE l.tenantKey = $tenantKey AND l.toSeq = $open AND l.styleId = row.styleId AND l.hash = row.hash
SET l.toSeq = $seq

// name: openLines
// Creates line versions that begin with a publication.
UNWIND $rows AS row
CREATE (l:BomLine {tenantKey: $tenantKey, styleId: row.styleId, materialId: row.materialId, hash: row.hash, fromSeq: $seq, toSeq: $open, doc: row.doc})
SET l:Projected:$($tenantLabel)

// name: closeStyles
// Ends the versions of these styles with a publication.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = styleId
SET s.toSeq = $seq

// name: openStyles
// Creates style versions that begin with a publication.
UNWIND $rows AS row
CREATE (s:BomStyle {tenantKey: $tenantKey, styleId: row.styleId, styleNumber: row.styleNumber, hash: row.hash, fromSeq: $seq, toSeq: $open, doc: row.doc})
SET s:Projected:$($tenantLabel)

// name: noteContent
// Stores the hash of a style's whole content, so that the next publication can detect a change, and its numbers of SKUs,
// lines, and rows. `countedHash` says which content was counted, because a projector of 1.1 changes the hash only.
UNWIND $rows AS row
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = row.styleId
SET s.contentHash = row.contentHash, s.sum = row.sum, s.counts = row.counts, s.countedHash = row.contentHash

// name: findNewestTotals
// What the newest snapshot contains as a whole. `totals` is null for a full publication: there `counts` says it.
MATCH (t:Timeline {tenantKey: $tenantKey})
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: t.snapshotId})
RETURN p.doc AS doc, p.seen AS counts, p.totals AS totals

// name: findTotals
// What a partial publication makes of the snapshot before, if it was computed already.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
WHERE p.totals IS NOT NULL
RETURN p.totals AS totals

// name: keepTotals
// Stores what a partial publication makes of the snapshot before, before any of its versions is written.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.totals = $totals

// name: findMarkedStyle
// A style that a publication has marked as changed, completed or not.
MATCH (c:BomChange)
USING INDEX SEEK c:BomChange(tenantKey, seq, styleId)
WHERE c.tenantKey = $tenantKey AND c.seq = $seq AND c.styleId >= ''
RETURN c.styleId AS styleId
LIMIT 1

// name: createChanges
// Marks the styles that a publication changes.
UNWIND $styleIds AS styleId
MERGE (c:BomChange {tenantKey: $tenantKey, seq: $seq, styleId: styleId})
ON CREATE SET c:Projected:$($tenantLabel)

// name: noteSkus
// Stores in which styles a SKU code occurs, and the first ID that it had there. If another ID has the same code later,
// that ID is stored as if it were a code.
UNWIND $rows AS row
MERGE (s:BomSku {tenantKey: $tenantKey, sku: row.sku, styleId: row.styleId})
ON CREATE SET s:Projected:$($tenantLabel), s.skuId = row.skuId
WITH s, row WHERE coalesce(s.skuId, '') <> row.skuId
MERGE (other:BomSku {tenantKey: $tenantKey, sku: row.skuId, styleId: row.styleId})
ON CREATE SET other:Projected:$($tenantLabel), other.skuId = row.skuId

// name: noteValues
// Stores the values by which the lines of a publication can be filtered.
UNWIND $rows AS row
MERGE (v:BomValue {tenantKey: $tenantKey, kind: row.kind, value: row.value, id: row.id})
ON CREATE SET v:Projected:$($tenantLabel)

// name: listOpenUses
// The USES_MATERIAL links of these styles in the newest snapshot, and those that were already written for the next one.
UNWIND $styleIds AS styleId
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.fromId = styleId AND l.sortKey >= 'USES_MATERIAL/' AND l.sortKey < 'USES_MATERIAL0'
  AND l.toSeq = $open
RETURN styleId, l.id AS id, l.sortKey AS sortKey, l.state AS state

// name: closeUses
// Ends links with a publication. Links that begin with the same number were left by a publication that failed while it
// was written. They were never visible, and are deleted so that another version can use their IDs.
UNWIND $ids AS id
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
FOREACH (ended IN CASE WHEN l.fromSeq < $seq THEN [l] ELSE [] END | SET ended.toSeq = $seq)
FOREACH (unseen IN CASE WHEN l.fromSeq < $seq THEN [] ELSE [l] END | DELETE unseen)

// name: openUses
// Creates links from styles to materials that begin with a publication. A missing endpoint is created as a stub.
UNWIND $rows AS row
MERGE (a:Entity {tenantKey: $tenantKey, id: row.fromId})
  ON CREATE SET a.type = 'style', a:Projected:$($tenantLabel)
MERGE (b:Entity {tenantKey: $tenantKey, id: row.toId})
  ON CREATE SET b.type = 'material', b:Projected:$($tenantLabel)
CREATE (a)-[:LINK {tenantKey: $tenantKey, id: row.id, fromId: row.fromId, toId: row.toId, sortKey: row.sortKey, doc: row.doc, state: row.state, fromSeq: $seq, toSeq: $open}]->(b)

// name: completePublication
// Makes a publication visible: its snapshot becomes the newest. `counts` is what was sent.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p:Snapshot, p.status = 'completed', p.seq = $seq, p.publicationId = $publicationId, p.completedAt = $completedAt,
  p.endedAt = $completedAt, p.doc = $doc, p.expected = $counts, p.seen = $counts
MERGE (t:Timeline {tenantKey: $tenantKey})
ON CREATE SET t:Projected:$($tenantLabel), t.minSeq = $seq
SET t.seq = $seq, t.snapshotId = $snapshotId, t.publicationId = $publicationId, t.completedAt = $completedAt

// name: failPublication
// Ends a publication that failed, with the reason and the faults.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.status = $status, p.reason = $reason, p.endedAt = $endedAt, p.expected = $expected, p.seen = $seen,
  p.faults = $faults, p.faultCount = $faultCount

// name: noteLateEvents
// Stores which events arrived after a publication had failed, and adds their faults to those of the publication.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.lateFrom = $lateFrom, p.lateTo = $lateTo, p.lateCount = $lateCount,
  p.faults = $faults, p.faultCount = $faultCount

// name: rememberEvents
// Stores the keys of an ended publication's events, so that duplicates of these events are recognized.
MERGE (e:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
ON CREATE SET e:Projected:$($tenantLabel)
WITH e
OPTIONAL MATCH (s:StagedStyle)
USING INDEX SEEK s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId = $snapshotId AND s.eventKey >= ''
WITH e, s ORDER BY s.eventKey
WITH e, collect(s.eventKey) AS keys
SET e.keys = keys + $keys

// name: addNotice
// Adds a notice to be sent to consumers.
MERGE (n:Notice {tenantKey: $tenantKey, id: $id})
ON CREATE SET n:Projected:$($tenantLabel), n.doc = $doc

// name: listNotices
// Notices whose sending was not confirmed yet.
MATCH (n:Notice)
WHERE n.tenantKey = $tenantKey AND n.id >= ''
RETURN n.id AS id, n.doc AS doc
ORDER BY n.tenantKey, n.id
LIMIT $limit

// name: deleteNotices
// Deletes notices that were sent.
UNWIND $ids AS id
MATCH (n:Notice {tenantKey: $tenantKey, id: id})
DELETE n

// name: dropStaged
// Deletes staged parts of publications that have ended.
OPTIONAL MATCH (f:BomFeed {tenantKey: $tenantKey})
WITH coalesce(f.open, '') AS open
MATCH (s:StagedStyle)
USING INDEX SEEK s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId >= '' AND s.eventKey IS NOT NULL AND s.snapshotId <> open
WITH s LIMIT $limit
DELETE s
RETURN count(s) AS dropped

// name: dropClosedUses
// Deletes links that ended with the given publication or an earlier one.
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, toSeq)
WHERE l.tenantKey = $tenantKey AND l.toSeq <= $seq
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: listExpired
// Snapshots older than the retention, the oldest first. The newest snapshot never expires.
MATCH (t:Timeline {tenantKey: $tenantKey})
MATCH (p:Snapshot)
USING INDEX SEEK p:Snapshot(tenantKey, seq)
WHERE p.tenantKey = $tenantKey AND p.seq < t.seq AND p.completedAt < $before
RETURN p.snapshotId AS snapshotId, p.seq AS seq, p.doc AS doc
ORDER BY p.tenantKey, p.seq
LIMIT $limit

// name: retireSnapshot
// Excludes a snapshot from selection, unless it is the newest. Its rows are kept for cursors that were issued before.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
WHERE p.status = 'completed'
CALL (p) {
  MATCH (t:Timeline {tenantKey: $tenantKey})
  WHERE t.seq > p.seq
  SET t.minSeq = CASE WHEN t.minSeq > p.seq THEN t.minSeq ELSE p.seq + 1 END
  RETURN t
}
SET p.status = 'retired', p.retiredAt = $now
REMOVE p:Snapshot
RETURN p.seq AS seq

// name: listPurgeable
// Retired snapshots that no cursor can read any more, and the number of the oldest readable snapshot.
MATCH (p:Publication)
USING INDEX SEEK p:Publication(tenantKey, status)
WHERE p.tenantKey = $tenantKey AND p.status = 'retired' AND p.purgedAt IS NULL
WITH p ORDER BY p.seq
WITH collect(p) AS retired
WITH [p IN retired WHERE p.retiredAt < $before] AS due, [p IN retired WHERE NOT p.retiredAt < $before] AS kept
MATCH (t:Timeline {tenantKey: $tenantKey})
UNWIND due AS p
RETURN p.snapshotId AS snapshotId, coalesce(head([k IN kept | k.seq]), t.minSeq) AS readable

// name: dropOldLines
// Deletes line versions that no readable snapshot contains.
MATCH (v:BomLine)
USING INDEX SEEK v:BomLine(tenantKey, toSeq, styleId)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable AND v.styleId IS NOT NULL
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped

// name: dropOldStyles
// Deletes style versions that no readable snapshot contains.
MATCH (v:BomStyle)
USING INDEX SEEK v:BomStyle(tenantKey, toSeq, styleId)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable AND v.styleId IS NOT NULL
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped

// name: dropOldChanges
// Deletes change marks of publications before the oldest readable snapshot.
MATCH (c:BomChange)
USING INDEX SEEK c:BomChange(tenantKey, seq, styleId)
WHERE c.tenantKey = $tenantKey AND c.seq <= $readable AND c.styleId IS NOT NULL
WITH c LIMIT $limit
DELETE c
RETURN count(c) AS dropped

// name: purgePublication
// Deletes the document of a retired snapshot, and keeps its ID and dates. Its publication is no longer visible in the
// graph.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.purgedAt = $now, p.doc = null
WITH p
OPTIONAL MATCH (s:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
OPTIONAL MATCH (e:Entity {tenantKey: $tenantKey, id: p.publicationId})
SET e.doc = null, e.words = null, e.codeWords = null, e.foundBy = null
REMOVE e:Listed
DELETE s

// name: repairPublication
// Replaces the stored start of a publication, or the document of its snapshot.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.started = coalesce($started, p.started), p.doc = coalesce($doc, p.doc)
RETURN p.snapshotId AS snapshotId
