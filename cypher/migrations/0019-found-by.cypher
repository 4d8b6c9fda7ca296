// Entities are found by their codes and by values of their attributes, materials also by the article numbers of their suppliers.
// What is there is labelled, and cypher/renew-found-by.ts computes what it is found by.
CREATE FULLTEXT INDEX entity_found_by IF NOT EXISTS FOR (e:Listed) ON EACH [e.foundBy] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
CREATE INDEX link_mpn IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.tenantKey, l.mpnForm);
MATCH (n:Entity) WHERE n.type = 'material' OR (n:Listed AND n.foundBy IS NULL)
CALL (n) { SET n:OldFoundBy } IN TRANSACTIONS OF 1000 ROWS;
