// name: expectSource
// Sets within how many seconds an operator expects something new from a source, or removes this for null. Each entry is
// a source, the seconds, and the time since when they are expected.
MATCH (o:Organization {key: $key})
SET o.expectedSources = [one IN coalesce(o.expectedSources, []) WHERE split(one, ' ')[0] <> $source]
  + [within IN [$withinSeconds] WHERE within IS NOT NULL | $source + ' ' + toString(toInteger(within)) + ' ' + $since]
RETURN o.key AS key

// name: listExpectedSources
// The sources that operators expect events from, with the Kafka timestamp of the newest applied event, which is null
// while there is none. While an organization is rebuilt, the timestamp is older than that of its newest event.
MATCH (o:Organization)
USING INDEX SEEK o:Organization(key)
WHERE o.key >= '' AND ($organization IS NULL OR o.key = $organization) AND size(o.expectedSources) > 0
OPTIONAL MATCH (whole:ProjectorGroup {groupId: $groupId})
OPTIONAL MATCH (own:ProjectorGroup {groupId: $groupId + ':' + o.key})
WITH o.key AS organization, o.expectedSources AS expected, o.suspendedAt IS NOT NULL AS isSuspended,
  whole.stage IS NOT NULL OR own.stage IS NOT NULL AS isRebuilding
UNWIND expected AS one
WITH organization, isSuspended, isRebuilding, split(one, ' ') AS parts
WITH organization, isSuspended, isRebuilding, parts[0] AS source, toInteger(parts[1]) AS withinSeconds, parts[2] AS since
CALL (organization, source) {
  MATCH (s:IngestedSource)
  USING INDEX SEEK s:IngestedSource(tenantKey, source, topic, partition)
  WHERE s.tenantKey = organization AND s.source = source AND s.topic >= '' AND s.partition >= 0
  RETURN max(s.lastAppliedAt) AS lastAppliedAt
}
RETURN organization, source, withinSeconds, since, lastAppliedAt, isSuspended, isRebuilding
ORDER BY organization, source
