// name: beginPurge
// Turns an organization into a purged one. From now on its key is not registered, so nothing of it is written or served,
// and the key cannot be given again. The key stays until the end, so that an interrupted purge can continue.
MATCH (o:Organization {key: $key})
SET o = {key: o.key, hash: $hash, purgedAt: $now}, o:PurgedOrganization
REMOVE o:Organization
RETURN o.hash AS hash

// name: findPurge
// A purged organization by the hash of its key, with what was removed so far. The key is null when all is removed.
MATCH (p:PurgedOrganization {hash: $hash})
RETURN p.key AS key, p.purgedAt AS purgedAt, p.filesRemovedAt AS filesRemovedAt, p.completedAt AS completedAt,
  coalesce(p.credentials, 0) AS credentials, coalesce(p.links, 0) AS links, coalesce(p.nodes, 0) AS nodes,
  coalesce(p.files, 0) AS files, coalesce(p.deadLetters, 0) AS deadLetters

// name: addRemoved
// Adds to the numbers of what was removed.
MATCH (p:PurgedOrganization {hash: $hash})
SET p.credentials = coalesce(p.credentials, 0) + $credentials, p.links = coalesce(p.links, 0) + $links,
  p.nodes = coalesce(p.nodes, 0) + $nodes, p.deadLetters = coalesce(p.deadLetters, 0) + $deadLetters
RETURN p.hash AS hash

// name: deleteCredentials
// Deletes all credentials of an organization.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(organization, id)
WHERE c.organization = $key AND c.id >= ''
DELETE c
RETURN count(c) AS deleted

// name: endClaims
// Ends the claims of all partitions by new epochs. A batch that was classified before then fails, and is classified
// again.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId >= '' AND o.topic >= '' AND o.partition >= 0
WITH o ORDER BY o.groupId, o.topic, o.partition
SET o.epoch = o.epoch + 1
RETURN count(o) AS partitions

// name: dropOffsetsOf
// Deletes the offsets of the rebuilds of an organization, in every group of projectors.
MATCH (o:Offset)
USING INDEX SEEK o:Offset(groupId, topic, partition)
WHERE o.groupId >= '' AND o.topic >= '' AND o.partition >= 0 AND o.organization = $key
DELETE o
RETURN count(o) AS deleted

// name: dropGroupsOf
// Deletes the groups of the rebuilds of an organization. Their offsets are deleted before. A group of projectors can have
// a name with the same end, and keeps its offsets.
MATCH (g:ProjectorGroup)
USING INDEX SEEK g:ProjectorGroup(groupId)
WHERE g.groupId >= '' AND g.groupId ENDS WITH ':' + $key AND NOT EXISTS {
  MATCH (o:Offset)
  USING INDEX SEEK o:Offset(groupId, topic, partition)
  WHERE o.groupId = g.groupId AND o.topic >= '' AND o.partition >= 0
}
DELETE g
RETURN count(g) AS deleted

// name: listPurgesWithFiles
// The organizations that are being purged and whose export files are not deleted yet. None with an export that a process
// may still be writing.
MATCH (p:PurgedOrganization)
USING INDEX SEEK p:PurgedOrganization(hash)
WHERE p.hash >= '' AND p.key IS NOT NULL AND p.filesRemovedAt IS NULL AND NOT EXISTS {
  MATCH (j:ExportJob)
  USING INDEX SEEK j:ExportJob(tenantKey, sortKey)
  WHERE j.tenantKey = p.key AND j.sortKey > '' AND j.leaseUntil >= timestamp()
}
RETURN p.key AS organization, p.hash AS hash

// name: recordFilesRemoved
// Records that the export files of an organization were deleted.
MATCH (p:PurgedOrganization {hash: $hash})
SET p.filesRemovedAt = coalesce(p.filesRemovedAt, $now), p.files = coalesce(p.files, 0) + $files
RETURN p.hash AS hash

// name: completePurge
// Forgets the key. Only its hash, the times, and the numbers of what was removed remain.
MATCH (p:PurgedOrganization {hash: $hash})
SET p.key = null, p.completedAt = coalesce(p.completedAt, $now)
RETURN p.completedAt AS completedAt

// name: listPurged
// Which of these hashes of keys are those of purged organizations.
UNWIND $hashes AS hash
MATCH (p:PurgedOrganization {hash: hash})
RETURN p.hash AS hash
