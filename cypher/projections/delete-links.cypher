// Removes links.
UNWIND $ids AS id
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
DELETE l
