// Registers an organization; an existing one is left as it is.
MERGE (o:Organization {key: $key})
ON CREATE SET o.name = $name, o.createdAt = $now, o.created = true
WITH o, coalesce(o.created, false) AS created
REMOVE o.created
RETURN created
