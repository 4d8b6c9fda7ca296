// name: listIndexes
// Every index with its state. A constraint has an index with the same name.
SHOW INDEXES YIELD name, state, owningConstraint
RETURN name, state, owningConstraint

// name: listMigrations
// The migrations that were applied.
MATCH (m:Migration)
WHERE m.checksum IS NOT NULL
RETURN m.name AS name, m.checksum AS checksum
