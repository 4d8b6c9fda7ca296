// name: createOrganization
// Creates an organization. An existing one is left unchanged. The key of a purged one is never given again: it is looked
// up after the node was written, so that a purge at the same time has either found the node or is found.
MERGE (o:Organization {key: $key})
ON CREATE SET o.name = $name, o.createdAt = $now, o.created = true
WITH o, coalesce(o.created, false) AS created
OPTIONAL MATCH (p:PurgedOrganization {hash: $hash})
REMOVE o.created
WITH o, created, p.purgedAt AS purgedAt
FOREACH (_ IN CASE WHEN created AND purgedAt IS NOT NULL THEN [1] ELSE [] END | DELETE o)
RETURN created, purgedAt

// name: listOrganizations
// Every organization, or those with the given keys.
MATCH (o:Organization)
WHERE $keys IS NULL OR o.key IN $keys
RETURN o.key AS key, o.name AS name, o.createdAt AS createdAt, o.suspendedAt AS suspendedAt,
  o.allowedSources AS allowedSources, toInteger(o.maxShrink) AS maxShrink, toInteger(o.quota) AS quota
ORDER BY o.key

// name: listInvalidOrganizations
// The organizations with invalidations. One index lookup for each organization.
MATCH (o:Organization)
WHERE EXISTS {
  MATCH (q:Invalidation)
  USING INDEX SEEK q:Invalidation(tenantKey, id)
  WHERE q.tenantKey = o.key AND q.id >= ''
}
RETURN o.key AS key
ORDER BY key

// name: countInvalidations
// The number of invalidations of all organizations, which the store knows without reading them.
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
// Stores a credential of an organization, with the SHA-256 of its secret instead of the secret.
MATCH (o:Organization {key: $organization})
CREATE (c:Credential {id: $id, organization: $organization, region: $region, scopes: $scopes, name: $name, kind: $kind,
  createdAt: $createdAt, expiresAt: $expiresAt, quota: $quota, secretHash: $secretHash})
RETURN c.id AS id

// name: findCredential
// One credential by the key ID in its token, with the fields that decide whether it is valid. The index is named, so
// that a graph without a schema is reported as unavailable, and not as a missing credential.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(id)
WHERE c.id = $id
MATCH (o:Organization {key: c.organization})
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota,
  c.secretHash AS secretHash, o.name AS organizationName, o.suspendedAt AS suspendedAt, toInteger(o.quota) AS organizationQuota

// name: listCredentials
// The credentials of an organization, oldest first.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(organization, id)
WHERE c.organization = $organization AND c.id >= ''
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota
ORDER BY c.createdAt, c.id

// name: revokeCredential
// Revokes a credential. The time of the first revocation is kept.
MATCH (c:Credential {id: $id})
SET c.revokedAt = coalesce(c.revokedAt, $now)
RETURN c.id AS id, c.organization AS organization

// name: expireCredential
// Shortens a credential's expiry, for example to the end of the overlap after a rotation. A later time has no effect.
MATCH (c:Credential {id: $id})
SET c.expiresAt = CASE WHEN c.expiresAt IS NULL OR c.expiresAt > $expiresAt THEN $expiresAt ELSE c.expiresAt END
RETURN c.expiresAt AS expiresAt

// name: touchCredentials
// Updates the last use of credentials. An earlier time has no effect.
UNWIND $uses AS use
MATCH (c:Credential {id: use.id})
WHERE c.lastUsedAt IS NULL OR c.lastUsedAt < use.at
SET c.lastUsedAt = use.at

// name: listEndingCredentials
// The credentials that expire in a period and have no successor: one of the same organization, name, and kind that was
// created later and works longer. Those of suspended organizations and of operators are left out.
MATCH (c:Credential)
USING INDEX SEEK c:Credential(organization, id)
WHERE c.organization >= '' AND c.id >= '' AND ($organization IS NULL OR c.organization = $organization)
  AND c.revokedAt IS NULL AND c.expiresAt > $now AND c.expiresAt <= $until AND c.kind <> 'support'
MATCH (o:Organization {key: c.organization})
WHERE o.suspendedAt IS NULL AND NOT EXISTS {
  MATCH (s:Credential)
  USING INDEX SEEK s:Credential(organization, id)
  WHERE s.organization = c.organization AND s.id >= '' AND s.name = c.name AND s.kind = c.kind
    AND s.createdAt > c.createdAt AND s.revokedAt IS NULL AND (s.expiresAt IS NULL OR s.expiresAt > c.expiresAt)
}
RETURN c.id AS id, c.organization AS organization, c.region AS region, c.scopes AS scopes, c.name AS name, c.kind AS kind,
  c.createdAt AS createdAt, c.expiresAt AS expiresAt, c.revokedAt AS revokedAt, c.lastUsedAt AS lastUsedAt, c.quota AS quota
ORDER BY c.expiresAt, c.id
