// name: lockGroup
// Locks a group of projectors until the transaction ends, and returns the stage of its rebuild. No row before the group
// has claimed a partition.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lockedBy = $owner
RETURN g.stage AS stage

// name: deferOrganization
// Lets the group skip the events of an organization from now on, and sets a second offset for each partition, from which
// they are read again. The new epochs end all claims, because a claim knows from its start which events it skips. If a
// former rebuild of the organization is not over, the group has skipped its events already, so the changes of the
// organization are recorded only up to where that rebuild had recorded them. Returns the number of partitions.
UNWIND $offsets AS row
MATCH (o:Offset {groupId: $groupId, topic: row.topic, partition: toInteger(row.partition)})
SET o.epoch = o.epoch + 1
WITH o, row
MERGE (own:Offset {groupId: $organizationGroup, topic: o.topic, partition: o.partition})
ON CREATE SET own.epoch = 0
WITH o, own, row,
  CASE WHEN own.feed = o.feed AND (own.isReplaying OR own.handedOverAt > o.next) THEN own.feedTo ELSE o.feedTo END AS feedTo
SET own.epoch = own.epoch + 1, own.owner = '', own.organization = $organization, own.isReplaying = true,
  own.handedOverAt = null, own.next = toInteger(row.next), own.rebuiltTo = o.next, own.clusterId = o.clusterId,
  own.topicId = o.topicId, own.partitions = o.partitions, own.feed = o.feed, own.feedFrom = o.feedFrom,
  own.feedFromAt = o.feedFromAt, own.feedTo = feedTo
RETURN count(own) AS partitions

// name: claimReplay
// Claims a partition for the rebuild of an organization with a new epoch, so that writes of its previous owner fail. No
// row unless the rebuild replays this partition now.
MATCH (g:ProjectorGroup {groupId: $organizationGroup})
SET g.claimedBy = $owner
WITH g WHERE g.stage = 'applying'
MATCH (o:Offset {groupId: $organizationGroup, topic: $topic, partition: $partition})
WHERE o.isReplaying
SET o.epoch = o.epoch + 1, o.owner = $owner
RETURN o.epoch AS epoch, o.next AS next, o.clusterId AS clusterId, o.topicId AS topicId, o.partitions AS partitions,
  o.rebuiltTo AS rebuiltTo, o.feed AS feed, o.feedFrom AS feedFrom, o.feedFromAt AS feedFromAt, o.feedTo AS feedTo

// name: listDeferred
// The organizations whose events the group skips in a partition: all of them, or those below an offset.
MATCH (own:Offset)
USING INDEX SEEK own:Offset(groupId, topic, partition)
WHERE own.groupId STARTS WITH $groupId + ':' AND own.topic = $topic AND own.partition = $partition
RETURN own.organization AS organization, own.handedOverAt AS until
ORDER BY organization

// name: listReplays
// The partitions that the rebuild of an organization replays, with the position of the group in each.
MATCH (own:Offset)
USING INDEX SEEK own:Offset(groupId, topic, partition)
WHERE own.groupId = $organizationGroup AND own.topic >= '' AND own.partition >= 0 AND own.isReplaying
MATCH (o:Offset {groupId: $groupId, topic: own.topic, partition: own.partition})
RETURN own.topic AS topic, own.partition AS partition, own.next AS next, own.feedTo AS feedTo, o.next AS live
ORDER BY topic, partition

// name: listAhead
// The organizations of which a replay was handed over at an offset that the group has not reached yet.
MATCH (own:Offset)
USING INDEX SEEK own:Offset(groupId, topic, partition)
WHERE own.groupId STARTS WITH $groupId + ':' AND own.topic >= '' AND own.partition >= 0 AND own.handedOverAt IS NOT NULL
MATCH (o:Offset {groupId: $groupId, topic: own.topic, partition: own.partition})
WHERE o.next < own.handedOverAt
RETURN DISTINCT own.organization AS organization
ORDER BY organization

// name: handOver
// Ends the replay of a partition at its offset, if the group has not passed it. The group then skips the events of the
// organization below this offset only. The new epochs end both claims. Writing the offsets first waits for their
// transactions, and for the start of another rebuild, which has another generation.
MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
SET o.lockedBy = $organizationGroup
WITH o
MATCH (own:Offset {groupId: $organizationGroup, topic: $topic, partition: $partition})
SET own.lockedBy = $organizationGroup
WITH o, own
MATCH (g:ProjectorGroup {groupId: $organizationGroup})
WHERE g.generation = $generation AND own.isReplaying AND own.next >= o.next AND own.next >= own.feedTo
SET own.isReplaying = null, own.handedOverAt = own.next, own.epoch = own.epoch + 1, o.epoch = o.epoch + 1
RETURN own.handedOverAt AS at

// name: listOrganizationRebuilds
// The rebuilds of single organizations that are running, oldest first.
MATCH (g:ProjectorGroup)
USING INDEX SEEK g:ProjectorGroup(groupId)
WHERE g.groupId STARTS WITH $groupId + ':' AND g.stage IS NOT NULL
RETURN substring(g.groupId, size($groupId) + 1) AS organization, g.generation AS generation, g.stage AS stage,
  toInteger((timestamp() - g.begunAt) / 1000) AS seconds
ORDER BY organization
