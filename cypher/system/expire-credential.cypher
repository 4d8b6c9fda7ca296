// Brings a credential's expiry forward, never back: the end of the overlap after a rotation.
MATCH (c:Credential {id: $id})
SET c.expiresAt = CASE WHEN c.expiresAt IS NULL OR c.expiresAt > $expiresAt THEN $expiresAt ELSE c.expiresAt END
RETURN c.expiresAt AS expiresAt
