// name: claimOffset
// Claims a partition with a new epoch, so that writes of its previous owner fail. While a rebuild deletes the graph,
// nothing is claimed. The group is written first, so that claims wait for each other and for the start of a rebuild.
// Known offsets are counted per group: without grouping, the count would return a row even if the group was filtered
// out, and the partition would be claimed. The first claim of a topic fixes its number of partitions: to the expected
// number, or to the current one if an earlier version built the graph without storing it. A topic with another number
// is not claimed. The changes of a partition are in its feed, which is complete from `feedFrom` to `feedTo`. If a
// projector of an earlier version has applied events that are not in it, a new feed begins.
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
  WITH o, o.feed AS feedBefore, CASE WHEN o.feedTo IS NULL OR o.feedTo < o.next THEN [1] ELSE [] END AS beginning
  FOREACH (_ IN beginning |
    SET o.feed = substring(randomUUID(), 0, 8) + '-' + $partition, o.feedFrom = o.next, o.feedTo = o.next,
      o.feedFromAt = timestamp())
  RETURN collect(o)[0] AS o, collect(feedBefore)[0] AS feedBefore
}
RETURN partitions, o.epoch AS epoch, o.next AS next, coalesce(o.clusterId, $clusterId) AS clusterId,
  coalesce(o.topicId, knownId, $topicId) AS topicId, coalesce(o.rebuiltTo, 0) AS rebuiltTo,
  coalesce(o.decidedTo, 0) AS decidedTo, o.feed AS feed,
  o.feedFrom AS feedFrom, o.feedFromAt AS feedFromAt, o.feedTo AS feedTo, feedBefore

// name: advanceOffset
// Moves a partition's offset within the transaction of its writes. Returns the state before: another epoch means that
// the partition has another owner, and the offset `to` means that this transaction was already committed and its
// response was lost. `appliedAt` is the time of the transaction in epoch milliseconds. It never decreases in a partition,
// even if the clock does. A partition that a rebuild has reset has no feed until it is claimed again.
MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
SET o.owner = $owner
WITH o, o.epoch AS epoch, o.next AS next, o.feedTo AS feedTo, o.epoch = $epoch AND o.next = $from AS isMoved,
  CASE WHEN timestamp() > coalesce(o.appliedAt, 0) THEN timestamp() ELSE o.appliedAt END AS appliedAt
SET o.next = CASE WHEN isMoved THEN $to ELSE next END, o.appliedAt = appliedAt,
  o.feedTo = CASE WHEN isMoved AND $to > feedTo THEN $to ELSE feedTo END
RETURN epoch, next, coalesce(feedTo, 0) AS feedTo, appliedAt

// name: listOffsets
// The stored offsets of a group of projectors.
MATCH (o:Offset)
WHERE o.groupId = $groupId
RETURN o.topic AS topic, o.partition AS partition, o.next AS next, o.epoch AS epoch, o.owner AS owner,
  o.clusterId AS clusterId, o.topicId AS topicId, o.partitions AS partitions
ORDER BY topic, partition

// name: getOffset
// The stored offset of one partition of a group. No row if the group has never claimed it. `appliedAt` is the time of
// the transaction that last moved it, in epoch milliseconds.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId = $groupId AND o.topic = $topic AND o.partition = $partition
RETURN o.next AS next, o.appliedAt AS appliedAt

// name: listTopics
// The topics of which a group has claimed partitions, sorted.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
RETURN DISTINCT o.topic AS topic
ORDER BY topic

// name: countReplaying
// The number of partitions of a group in which events from before a rebuild are not applied again yet.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0 AND o.next < o.feedTo
RETURN count(o) AS partitions

// name: settleFeed
// Shows readers all committed changes of a partition, except those of organizations whose rebuild writes them. The claim
// of the partition locks its offset first, so every earlier transaction has ended.
MATCH (f:ChangeFeed)
USING INDEX SEEK f:ChangeFeed(feed)
WHERE f.feed = $feed AND NOT f.tenantKey IN $except
SET f.settled = f.next

// name: replaceFeed
// Marks a feed that its partition no longer has. Its readers have to start again.
MATCH (f:ChangeFeed)
USING INDEX SEEK f:ChangeFeed(feed)
WHERE f.feed = $feed
SET f.isReplaced = true

// name: getProjectorLag
// The lag of a group of projectors, as last measured.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN g.lagSeconds AS lagSeconds, g.lagMeasuredAt AS measuredAt

// name: noteLag
// Stores the lag of a group of projectors.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lagSeconds = $lagSeconds, g.lagMeasuredAt = $measuredAt
