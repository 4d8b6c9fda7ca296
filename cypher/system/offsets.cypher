// name: claimOffset
// Takes over a partition: a new epoch, by which writes of the earlier owner fail. While a rebuild drops what there is no
// claim is given. Writing the group first makes claims and the start of a rebuild wait for each other, and claims for each
// other. Known offsets are counted per group: a count without a group returns a row even if the group was filtered out, and
// the claim would be given. The number of partitions of a topic is fixed when its first one is claimed: it is the expected
// number, or for a graph of a version that did not remember it, the number that is there. Nothing is claimed of a topic that
// has another.
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
// Moves a partition's offset with the writes of its transaction. It returns what stood there before: another epoch means
// that the partition has another owner, `to` that this very transaction was committed and its reply lost.
MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
SET o.owner = $owner
WITH o, o.epoch AS epoch, o.next AS next
SET o.next = CASE WHEN epoch = $epoch AND next = $from THEN $to ELSE next END
RETURN epoch, next

// name: listOffsets
// Where a group of projectors stands.
MATCH (o:Offset)
WHERE o.groupId = $groupId
RETURN o.topic AS topic, o.partition AS partition, o.next AS next, o.epoch AS epoch, o.owner AS owner,
  o.clusterId AS clusterId, o.topicId AS topicId, o.partitions AS partitions
ORDER BY topic, partition

// name: getProjectorLag
// How far a projector's group was behind when it was last measured.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN g.lagSeconds AS lagSeconds, g.lagMeasuredAt AS measuredAt

// name: noteLag
// Notes how far a group of projectors is behind.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lagSeconds = $lagSeconds, g.lagMeasuredAt = $measuredAt
