// Keeps other rebuilds of the group out until the transaction ends; no row when one of them has taken over. Writing the
// group takes the lock before it is read.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.heldBy = $rebuildId
WITH g WHERE g.rebuildId = $rebuildId
RETURN g.groupId AS groupId
