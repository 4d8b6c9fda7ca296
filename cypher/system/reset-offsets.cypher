// Moves every partition of a group to where its log begins, with a new epoch: what was claimed before is claimed by nobody
// now. Partitions that are not named do not exist any more. `rebuiltTo` is where the log ends: what was there before is
// there again once the graph stands there.
MATCH (o:Offset)
USING INDEX o:Offset(groupId, topic, partition)
WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0
SET o.epoch = o.epoch + 1
WITH o, [row IN $offsets WHERE row.topic = o.topic AND toInteger(row.partition) = o.partition] AS found
FOREACH (row IN found | SET o.next = toInteger(row.next), o.rebuiltTo = toInteger(row.end),
  o.clusterId = row.clusterId, o.topicId = row.topicId)
FOREACH (_ IN CASE WHEN found = [] THEN [1] ELSE [] END | DELETE o)
