// name: createOrganization
// Registers an organization; an existing one is left as it is.
MERGE (o:Organization {key: $key})
ON CREATE SET o.name = $name, o.createdAt = $now, o.created = true
WITH o, coalesce(o.created, false) AS created
REMOVE o.created
RETURN created

// name: listOrganizations
// Every organization, or the named ones.
MATCH (o:Organization)
WHERE $keys IS NULL OR o.key IN $keys
RETURN o.key AS key, o.name AS name, o.createdAt AS createdAt, o.suspendedAt AS suspendedAt, o.allowedSources AS allowedSources
ORDER BY o.key

// name: listInvalidOrganizations
// The organizations in which something is invalid; one look into the index for each organization.
MATCH (o:Organization)
WHERE EXISTS {
  MATCH (q:Invalidation)
  USING INDEX SEEK q:Invalidation(tenantKey, id)
  WHERE q.tenantKey = o.key AND q.id >= ''
}
RETURN o.key AS key
ORDER BY key

// name: countInvalidations
// How many invalidations wait in all organizations, which the store knows without counting.
MATCH (q:Invalidation)
RETURN count(q) AS invalidations

// name: suspendOrganization
// Suspends an organization since a time, or resumes it with null.
MATCH (o:Organization {key: $key})
SET o.suspendedAt = $suspendedAt
RETURN o.key AS key

// name: allowSources
// Sets the sources that an organization accepts; null accepts all.
MATCH (o:Organization {key: $key})
SET o.allowedSources = $sources
RETURN o.key AS key

// name: createCredential
// Stores a credential of an organization; of the secret only its SHA-256.
MATCH (o:Organization {key: $organization})
CREATE (c:Credential {id: $id, organization: $organization, region: $region, scopes: $scopes, name: $name, kind: $kind,
  createdAt: $createdAt, expiresAt: $expiresAt, quota: $quota, secretHash: $secretHash})
RETURN c.id AS id

// name: findCredential
// One credential by the key id in its token, with what decides whether it is valid. The index is named so that a graph without
// a schema is reported as unavailable, instead of a missing credential.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(id)
WHERE c.id = $id
MATCH (o:Organization {key: c.organization})
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota,
  c.secretHash AS secretHash, o.name AS organizationName, o.suspendedAt AS suspendedAt

// name: listCredentials
// The credentials of an organization, oldest first.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(organization, id)
WHERE c.organization = $organization AND c.id >= ''
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota
ORDER BY c.createdAt, c.id

// name: revokeCredential
// Revokes a credential; the first time counts.
MATCH (c:Credential {id: $id})
SET c.revokedAt = coalesce(c.revokedAt, $now)
RETURN c.id AS id, c.organization AS organization

// name: expireCredential
// Brings a credential's expiry forward, never back: the end of the overlap after a rotation.
MATCH (c:Credential {id: $id})
SET c.expiresAt = CASE WHEN c.expiresAt IS NULL OR c.expiresAt > $expiresAt THEN $expiresAt ELSE c.expiresAt END
RETURN c.expiresAt AS expiresAt

// name: touchCredentials
// Moves the last use of credentials forward, never back.
UNWIND $uses AS use
MATCH (c:Credential {id: use.id})
WHERE c.lastUsedAt IS NULL OR c.lastUsedAt < use.at
SET c.lastUsedAt = use.at
