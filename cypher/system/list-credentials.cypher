// The credentials of an organization, oldest first.
MATCH (c:Credential)
USING INDEX c:Credential(organization, id)
WHERE c.organization = $organization AND c.id >= ''
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota
ORDER BY c.createdAt, c.id
