// Begins the rebuild of a group, or takes an unfinished one over: from now on no partition is claimed. The count of rebuilds
// tells those who read for long that what they read was not one state.
MERGE (g:ProjectorGroup {groupId: $groupId})
SET g.rebuilding = true, g.rebuildId = $rebuildId, g.rebuilds = coalesce(g.rebuilds, 0) + 1
RETURN g.groupId AS groupId
