// Every organization, or the named ones.
MATCH (o:Organization)
WHERE $keys IS NULL OR o.key IN $keys
RETURN o.key AS key, o.name AS name, o.createdAt AS createdAt, o.suspendedAt AS suspendedAt, o.allowedSources AS allowedSources
ORDER BY o.key
