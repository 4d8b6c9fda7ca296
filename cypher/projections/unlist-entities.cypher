// Hides deleted entities from readers; their versions stay, so that a late event cannot bring them back.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = coalesce(row.label, e.label), e.state = row.state, e.doc = null, e.words = null, e.codeWords = null
REMOVE e:Listed
