// Revokes a credential; the first time counts.
MATCH (c:Credential {id: $id})
SET c.revokedAt = coalesce(c.revokedAt, $now)
RETURN c.id AS id, c.organization AS organization
