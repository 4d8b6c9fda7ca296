// name: listStoredNodes
// Everything that operators stored and no event contains, and the offsets of projectors, with all properties.
MATCH (n:Installation)
RETURN 'Installation' AS label, properties(n) AS properties
UNION ALL
MATCH (n:Organization)
RETURN 'Organization' AS label, properties(n) AS properties
UNION ALL
MATCH (n:PurgedOrganization)
RETURN 'PurgedOrganization' AS label, properties(n) AS properties
UNION ALL
MATCH (n:Credential)
RETURN 'Credential' AS label, properties(n) AS properties
UNION ALL
MATCH (n:Offset)
RETURN 'Offset' AS label, properties(n) AS properties

// name: restoreOrganizations
// Stores organizations of a backup.
UNWIND $rows AS row
MERGE (n:Organization {key: row.key})
SET n = row
RETURN n.key AS key

// name: restorePurged
// Stores purged organizations of a backup.
UNWIND $rows AS row
MERGE (n:PurgedOrganization {hash: row.hash})
SET n = row
RETURN n.hash AS key

// name: restoreCredentials
// Stores credentials of a backup.
UNWIND $rows AS row
MERGE (n:Credential {id: row.id})
SET n = row
RETURN n.id AS key

// name: restoreDecided
// Stores up to which offset the events of a partition were applied before a restore, if it still has the same log.
UNWIND $rows AS row
MATCH (o:Offset {groupId: $groupId, topic: row.topic, partition: toInteger(row.partition)})
WHERE o.topicId = row.topicId
SET o.decidedTo = toInteger(row.to)
RETURN o.topic AS key
