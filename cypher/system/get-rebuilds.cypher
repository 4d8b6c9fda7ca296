// How often a group of projectors was rebuilt, and whether that goes on: until the graph stands again where the log ended
// when the last rebuild began. No row before the group has claimed anything.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN coalesce(g.rebuilds, 0) AS rebuilds, coalesce(g.rebuilding, false) OR EXISTS {
  MATCH (o:Offset)
  USING INDEX o:Offset(groupId, topic, partition)
  WHERE o.groupId = $groupId AND o.topic >= '' AND o.partition >= 0 AND o.next < o.rebuiltTo
} AS isGoingOn
