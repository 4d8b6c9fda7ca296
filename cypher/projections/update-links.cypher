// Writes links whose ends stay.
UNWIND $rows AS row
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: row.id}]->(:Entity {tenantKey: $tenantKey})
SET l.sortKey = row.sortKey, l.doc = row.doc, l.state = row.state
