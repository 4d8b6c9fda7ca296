// Moves a partition's offset with the writes of its transaction. It returns what stood there before: another epoch means
// that the partition has another owner, `to` that this very transaction was committed and its reply lost.
MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: $partition})
SET o.owner = $owner
WITH o, o.epoch AS epoch, o.next AS next
SET o.next = CASE WHEN epoch = $epoch AND next = $from THEN $to ELSE next END
RETURN epoch, next
