// name: claimOffset
// Claims a partition with a new epoch, so that writes of its previous owner fail. While a rebuild deletes the graph,
// nothing is claimed. The group is written first, so that claims wait for each other and for the start of a rebuild.
// Known offsets are counted per group: without grouping, the count would return a row even if the group was filtered
// out, and the partition would be claimed. The first claim of a topic fixes its number of partitions: to the expected
// number, or to the current one if an earlier version built the graph without storing it. A topic with another number
// is not claimed.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.claimedBy = $owner
WITH g WHERE coalesce(g.stage, '') <> 'dropping'
OPTIONAL MATCH (known:Offset)
USING INDEX SEEK known:Offset(groupId, topic, partition)
WHERE known.groupId = $groupId AND known.topic = $topic AND known.partition >= 0
WITH g, count(known) AS claimed, min(known.partitions) AS remembered, min(known.topicId) AS knownId
WITH knownId, coalesce(remembered, CASE claimed WHEN 0 THEN $expectedPartitions ELSE $partitions END) AS partitions
CALL (partitions) {
  WITH partitions WHERE partitions = $partitions
  MERGE (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
  ON CREATE SET o.clusterId = $clusterId, o.topicId = $topicId, o.next = $logStart, o.epoch = 0
  SET o.epoch = o.epoch + 1, o.owner = $owner, o.partitions = partitions
  RETURN collect(o)[0] AS o
}
RETURN partitions, o.epoch AS epoch, o.next AS next, coalesce(o.clusterId, $clusterId) AS clusterId,
  coalesce(o.topicId, knownId, $topicId) AS topicId, coalesce(o.rebuiltTo, 0) AS rebuiltTo

// name: advanceOffset
// Moves a partition's offset within the transaction of its writes. Returns the state before: another epoch means that
// the partition has another owner, and the offset `to` means that this transaction was already committed and its
// response was lost.
MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
SET o.owner = $owner
WITH o, o.epoch AS epoch, o.next AS next
SET o.next = CASE WHEN epoch = $epoch AND next = $from THEN $to ELSE next END
RETURN epoch, next

// name: listOffsets
// The stored offsets of a group of projectors.
MATCH (o:Offset)
WHERE o.groupId = $groupId
RETURN o.topic AS topic, o.partition AS partition, o.next AS next, o.epoch AS epoch, o.owner AS owner,
  o.clusterId AS clusterId, o.topicId AS topicId, o.partitions AS partitions
ORDER BY topic, partition

// name: getProjectorLag
// The lag of a group of projectors, as last measured.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN g.lagSeconds AS lagSeconds, g.lagMeasuredAt AS measuredAt

// name: noteLag
// Stores the lag of a group of projectors.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lagSeconds = $lagSeconds, g.lagMeasuredAt = $measuredAt
