// name: getRebuild
// Whether a group of projectors is being rebuilt: then the generation is odd. No row before it has claimed anything.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN coalesce(g.generation, 0) AS generation, g.stage AS stage

// name: getRebuildProgress
// Where the rebuild of a group stands: how many records are still to be read again, and how many queue entries of what they
// changed wait. No row before the group has claimed anything.
MATCH (g:ProjectorGroup {groupId: $groupId})
CALL (g) {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = g.groupId AND o.topic >= '' AND o.partition >= 0 AND o.next < o.rebuiltTo
  RETURN sum(o.rebuiltTo - o.next) AS records
}
CALL () {
  MATCH (r:RebuildEntry)
  RETURN count(r) AS entries
}
RETURN coalesce(g.generation, 0) AS generation, g.stage AS stage, records, entries

// name: awaitBatches
// Waits for the transactions of a group that move offsets now: writing a partition's node takes its lock.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
SET o.topic = o.topic

// name: beginRebuild
// Begins the rebuild of a group, or takes an unfinished one over: from now on no partition is claimed. The generation is odd
// until the graph is whole again, and never the same twice: what was read between two equal even ones is of one state.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.rebuildId = $rebuildId
SET g.stage = 'dropping', g.generation = coalesce(g.generation, 0) + 1 + coalesce(g.generation, 0) % 2
RETURN g.groupId AS groupId

// name: resetOffsets
// Moves every partition of a group to where its log begins, with a new epoch: what was claimed before is no longer claimed
// now. Partitions that are not named do not exist any more. `rebuiltTo` is where the log ends: what was there before is
// there again once the graph stands there.
CALL () {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
    AND none(row IN $offsets WHERE row.topic = o.topic AND toInteger(row.partition) = o.partition)
  DELETE o
}
UNWIND $offsets AS row
MERGE (o:Offset {groupId: $groupId, topic: row.topic, partition: toInteger(row.partition)})
ON CREATE SET o.epoch = 0, o.owner = ''
SET o.epoch = o.epoch + 1, o.next = toInteger(row.next), o.rebuiltTo = toInteger(row.end), o.clusterId = row.clusterId,
  o.topicId = row.topicId, o.partitions = toInteger(row.partitions)

// name: lockRebuild
// Keeps other rebuilds of the group out until the transaction ends; no row when one of them has taken over. Writing the
// group takes the lock before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId AND g.stage = 'dropping'
RETURN g.groupId AS groupId

// name: countProjected
// How much the projectors made, of all organizations, which the store knows without counting.
CALL () { MATCH (n:Projected) RETURN count(n) AS nodes }
CALL () { MATCH ()-[l:LINK]->() RETURN count(l) AS links }
CALL () { MATCH (n:Listed) RETURN count(n) AS entities }
CALL () { MATCH (n:Publication) RETURN count(n) AS publications }
CALL () { MATCH (n:BomLine) RETURN count(n) AS bomLines }
CALL () { MATCH (n:SourceRecord) RETURN count(n) AS sourceRecords }
CALL () { MATCH (n:OpenPosition) RETURN count(n) AS positions }
CALL () { MATCH (n:PositionException) RETURN count(n) AS exceptions }
RETURN nodes, links, entities, publications, bomLines, sourceRecords, positions, exceptions

// name: dropLinks
// Drops the next links, of any organization.
MATCH (:Entity)-[l:LINK]->(:Entity)
USING INDEX SEEK l:LINK(tenantKey, id)
WHERE l.tenantKey >= '' AND l.id >= ''
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: dropProjected
// Drops the next nodes that the projectors made, of any organization and any kind; their links are gone by then.
MATCH (n:Projected)
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped

// name: endDrop
// Ends the first stage of a rebuild, unless another one has taken over: partitions may be claimed again. Writing the group
// takes the lock before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId AND g.stage = 'dropping'
SET g.stage = 'applying'
RETURN g.groupId AS groupId

// name: lockOffsets
// Waits for all who move an offset of the group, and keeps others out until the transaction ends: before their locks are free
// a commit may be seen in parts. It returns how many records of a rebuild are still to be read; no row when the rebuild is
// another one by now, or at another stage. Writing takes the locks before anything is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $stage
WITH g WHERE g.generation = $generation AND g.stage = $stage
CALL (g) {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = g.groupId AND o.topic >= '' AND o.partition >= 0
  SET o.lockedBy = $stage
  WITH o WHERE o.next < o.rebuiltTo
  RETURN count(o) AS behind
}
RETURN behind

// name: setRebuildStage
// Notes the next stage of a rebuild; with none it is finished, and the generation even again.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.stage = $stage, g.generation = g.generation + CASE WHEN $stage IS NULL THEN 1 ELSE 0 END
