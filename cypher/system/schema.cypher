// name: listIndexes
// Every index and what state it is in; a constraint has one of its own, by its name.
SHOW INDEXES YIELD name, state, owningConstraint
RETURN name, state, owningConstraint
