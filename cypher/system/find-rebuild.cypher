// Whether a group of projectors is being rebuilt. No row before it has claimed anything.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN coalesce(g.rebuilding, false) AS isRebuilding
