// name: findRegion
// The region that the graph belongs to. No row if no projector has started yet.
MATCH (i:Installation {name: 'installation'})
RETURN i.region AS region

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
