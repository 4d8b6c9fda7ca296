// Stores a credential of an organization; of the secret only its SHA-256.
MATCH (o:Organization {key: $organization})
CREATE (c:Credential {id: $id, organization: $organization, region: $region, scopes: $scopes, name: $name, kind: $kind,
  createdAt: $createdAt, expiresAt: $expiresAt, quota: $quota, secretHash: $secretHash})
RETURN c.id AS id
