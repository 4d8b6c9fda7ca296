// What a rebuild waits for is found without looking at what came later.
CREATE INDEX rebuild_entry_tenant IF NOT EXISTS FOR (r:RebuildEntry) ON (r.tenantKey);
// A rebuild that an earlier version has begun goes on where it is.
MATCH (g:ProjectorGroup)
WHERE g.generation IS NULL AND (g.rebuilding OR EXISTS {
  MATCH (o:Offset)
  WHERE o.groupId = g.groupId AND o.next < o.rebuiltTo
})
SET g.generation = 1, g.stage = CASE WHEN g.rebuilding THEN 'dropping' ELSE 'applying' END;
