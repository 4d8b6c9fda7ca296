// name: findRegion
// The region that the graph belongs to. No row if no projector has started yet.
MATCH (i:Installation {name: 'installation'})
RETURN i.region AS region

// name: findIssuedRegion
// The region of the newest token that was not revoked. No row if there is none. It has no index hint, because it also runs
// before the first migration.
MATCH (c:Credential)
WHERE c.organization >= '' AND c.id >= '' AND c.revokedAt IS NULL
RETURN c.region AS region
ORDER BY c.createdAt DESC
LIMIT 1

// name: claimRegion
// Assigns the graph to a region, unless it already belongs to one.
MERGE (i:Installation {name: 'installation'})
ON CREATE SET i.region = $region
RETURN i.region AS region

// name: replaceRegion
// Assigns the graph to another region.
MERGE (i:Installation {name: 'installation'})
SET i.region = $region
RETURN i.region AS region
