// Writes entities and shows them to readers.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = row.label, e.words = row.words, e.codeWords = row.codeWords, e.doc = row.doc, e.state = row.state, e:Listed
