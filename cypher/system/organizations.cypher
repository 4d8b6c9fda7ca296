// name: setMaxShrink
// Sets by how much a full replacement of an organization's BOM may be smaller than the snapshot before, in percent; null
// for any.
MATCH (o:Organization {key: $key})
SET o.maxShrink = $maxShrink
RETURN o.key AS key

// name: setQuota
// Sets how many requests all credentials of an organization can send together per minute; null for no limit.
MATCH (o:Organization {key: $key})
SET o.quota = $quota
RETURN o.key AS key

// name: findShrinkGuard
// The setting, and the one that has refused this publication before a rebuild. Each entry of `refused` is the ID of a
// snapshot and the setting.
MATCH (o:Organization {key: $key})
RETURN toInteger(o.maxShrink) AS maxShrink,
  head([one IN coalesce(o.refused, []) WHERE one STARTS WITH $snapshotId | toInteger(split(one, ' ')[1])]) AS refusedAt

// name: rememberRefused
// Remembers that a publication was refused as too small. A rebuild keeps this.
MATCH (o:Organization {key: $key})
WITH o, $snapshotId + ' ' + toString(toInteger($maxShrink)) AS one
SET o.refused = [other IN coalesce(o.refused, []) WHERE other <> one] + one
