// One credential by the key id in its token, with what decides whether it is valid.
MATCH (c:Credential {id: $id})
MATCH (o:Organization {key: c.organization})
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota,
  c.secretHash AS secretHash, o.suspendedAt AS suspendedAt
