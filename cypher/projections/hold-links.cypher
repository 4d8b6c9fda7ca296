// Locks each link until the transaction ends and returns what is held of it, deleted or not.
UNWIND $ids AS id
OPTIONAL MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
OPTIONAL MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
SET l.sortKey = l.sortKey, d.id = d.id
RETURN id, l.fromId AS fromId, l.toId AS toId, coalesce(l.state, d.state) AS state
