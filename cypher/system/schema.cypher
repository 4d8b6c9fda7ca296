// name: listIndexes
// Every index and what state it is in; a constraint has one of its own, by its name.
SHOW INDEXES YIELD name, state, owningConstraint
RETURN name, state, owningConstraint

// name: listMigrations
// The migrations that were applied.
MATCH (m:Migration)
WHERE m.checksum IS NOT NULL
RETURN m.name AS name, m.checksum AS checksum
