// Notes how far a group of projectors is behind.
MATCH (g:ProjectorGroup {groupId: $groupId})
SET g.lagSeconds = $lagSeconds, g.lagMeasuredAt = $measuredAt
