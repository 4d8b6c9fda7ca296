// Where a group of projectors stands.
MATCH (o:Offset)
WHERE o.groupId = $groupId
RETURN o.topic AS topic, o.partition AS partition, o.next AS next, o.epoch AS epoch, o.owner AS owner,
  o.clusterId AS clusterId, o.topicId AS topicId
ORDER BY topic, partition
