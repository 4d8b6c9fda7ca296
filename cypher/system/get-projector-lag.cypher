// How far a projector's group was behind when it was last measured.
MATCH (g:ProjectorGroup {groupId: $groupId})
RETURN g.lagSeconds AS lagSeconds, g.lagMeasuredAt AS measuredAt
