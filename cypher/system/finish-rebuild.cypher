// Ends a rebuild, unless another one has taken over: partitions may be claimed again. Writing the group takes the lock
// before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.heldBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId
SET g.rebuilding = false
REMOVE g.rebuildId, g.heldBy
RETURN g.groupId AS groupId
