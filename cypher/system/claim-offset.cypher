// Takes over a partition: a new epoch, by which writes of the earlier owner fail. While the group is being rebuilt no
// claim is given. Writing the group first makes claims and the start of a rebuild wait for each other.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.claimedBy = $owner
WITH g WHERE NOT coalesce(g.rebuilding, false)
MERGE (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
ON CREATE SET o.clusterId = $clusterId, o.topicId = $topicId, o.next = $logStart, o.epoch = 0
SET o.epoch = o.epoch + 1, o.owner = $owner
RETURN o.epoch AS epoch, o.next AS next, o.clusterId AS clusterId, o.topicId AS topicId
