// name: getRebuild
// Whether a group of projectors is being rebuilt, in which case the generation is odd. No row before the group has
// claimed a partition.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN coalesce(g.generation, 0) AS generation, g.stage AS stage

// name: getGeneration
// The generation of an organization's data: those of the whole graph and of the organization together. At most one of
// them is odd, and it is odd while its rebuild is running. Without an organization, that of the whole graph.
OPTIONAL MATCH (g:ProjectorGroup {groupId: $groupId})
OPTIONAL MATCH (own:ProjectorGroup {groupId: $organizationGroup})
RETURN coalesce(g.generation, 0) + coalesce(own.generation, 0) AS generation

// name: getRebuildProgress
// The progress of a group's rebuild: the number of records that remain to be replayed, and the number of invalidations
// that the rebuild waits for. No row before the group has claimed a partition.
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
// Waits for the running transactions of groups that move offsets, by writing the node of each partition, which takes its
// lock.
UNWIND $groupIds AS groupId
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId = groupId AND o.topic >= '' AND o.partition >= 0
SET o.topic = o.topic

// name: beginRebuild
// Starts the rebuild of a group, or takes over an unfinished one. From now on, no partition can be claimed. The
// generation is odd until the graph is complete again, and no generation occurs twice. So if a reader sees the same
// even generation before and after, everything it read in between is of one state.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.rebuildId = $rebuildId, g.begunAt = timestamp()
SET g.stage = 'dropping', g.generation = coalesce(g.generation, 0) + 1 + coalesce(g.generation, 0) % 2
RETURN g.groupId AS groupId

// name: resetOffsets
// Sets every partition of a group to the beginning of its log, with a new epoch, which ends all claims. Partitions that
// are not listed are deleted, because they no longer exist, and so are the offsets of rebuilt organizations. `rebuiltTo`
// is the current end of the log: the data of a partition is complete again when its offset reaches this end. The feed of
// a partition continues if it still has the same log. Otherwise, it is replaced, so its readers have to start again, and
// its events are decided as new ones.
CALL () {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
    AND none(row IN $offsets WHERE row.topic = o.topic AND toInteger(row.partition) = o.partition
      AND row.topicId = o.topicId AND o.feedTo <= toInteger(row.end))
  WITH o, o.feed AS feed
  SET o.feed = null, o.feedTo = null, o.decidedTo = null
  WITH feed
  MATCH (f:ChangeFeed)
  USING INDEX SEEK f:ChangeFeed(feed)
  WHERE f.feed = feed
  SET f.isReplaced = true
}
CALL () {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
    AND none(row IN $offsets WHERE row.topic = o.topic AND toInteger(row.partition) = o.partition)
  DELETE o
}
CALL () {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId STARTS WITH $groupId + ':' AND o.topic >= '' AND o.partition >= 0
  DELETE o
}
UNWIND $offsets AS row
MERGE (o:Offset {groupId: $groupId, topic: row.topic, partition: toInteger(row.partition)})
ON CREATE SET o.epoch = 0, o.owner = ''
SET o.epoch = o.epoch + 1, o.next = toInteger(row.next), o.rebuiltTo = toInteger(row.end), o.clusterId = row.clusterId,
  o.topicId = row.topicId, o.partitions = toInteger(row.partitions)

// name: lockRebuild
// Blocks other rebuilds of the group until the transaction ends. Returns no row if one of them has taken over. The
// group is written first, which takes the lock before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId AND g.stage = 'dropping'
RETURN g.groupId AS groupId

// name: countProjected
// How much the projectors wrote, for all organizations. The store knows these counts without reading the nodes.
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
// Deletes the next links of any organization.
MATCH (:Entity)-[l:LINK]->(:Entity)
USING INDEX SEEK l:LINK(tenantKey, id)
WHERE l.tenantKey >= '' AND l.id >= ''
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped

// name: dropProjected
// Deletes the next nodes that projectors wrote, of any organization and kind. Their links were deleted before.
MATCH (n:Projected)
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped

// name: endDrop
// Ends the first stage of a rebuild, unless another rebuild has taken over. Partitions can be claimed again. The group
// is written first, which takes the lock before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId AND g.stage = 'dropping'
SET g.stage = 'applying'
RETURN g.groupId AS groupId

// name: lockOffsets
// Locks the offsets of the group until the transaction ends, after waiting for all transactions that move one. Until
// those have released their locks, their commits may be visible only in part. Returns the number of records that a
// rebuild still has to replay. Returns no row if the rebuild was replaced, or is at another stage. Writing takes the
// locks before anything is read. The rebuild of an organization is behind in every partition that it has not handed over.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $stage
WITH g WHERE g.generation = $generation AND g.stage = $stage
CALL (g) {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = g.groupId AND o.topic >= '' AND o.partition >= 0
  SET o.lockedBy = $stage
  WITH o WHERE o.next < o.rebuiltTo OR o.isReplaying
  RETURN count(o) AS behind
}
RETURN behind

// name: setRebuildStage
// Stores the next stage of a rebuild. Null means that it is finished, and makes the generation even again.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.stage = $stage, g.generation = g.generation + CASE WHEN $stage IS NULL THEN 1 ELSE 0 END
