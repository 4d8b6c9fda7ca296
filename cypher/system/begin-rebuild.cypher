// Begins the rebuild of a group, or takes an unfinished one over: from now on no partition is claimed.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.rebuilding = true, g.rebuildId = $rebuildId
RETURN g.groupId AS groupId
