// Moves the last use of credentials forward, never back.
UNWIND $uses AS use
MATCH (c:Credential {id: use.id})
WHERE c.lastUsedAt IS NULL OR c.lastUsedAt < use.at
SET c.lastUsedAt = use.at
