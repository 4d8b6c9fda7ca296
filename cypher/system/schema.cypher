// name: listIndexes
// Every index with its state. A constraint has an index with the same name.
SHOW INDEXES YIELD name, state, owningConstraint
RETURN name, state, owningConstraint

// name: listMigrations
// The migrations that were applied.
MATCH (m:Migration)
WHERE m.checksum IS NOT NULL
RETURN m.name AS name, m.checksum AS checksum

// name: createLabels
// Creates labels that the store does not have.
UNWIND $names AS name
CALL db.createLabel(name)
RETURN count(*) AS created

// name: createTypes
// Creates relationship types that the store does not have.
UNWIND $names AS name
CALL db.createRelationshipType(name)
RETURN count(*) AS created

// name: createKeys
// Creates property keys that the store does not have.
UNWIND $names AS name
CALL db.createProperty(name)
RETURN count(*) AS created
