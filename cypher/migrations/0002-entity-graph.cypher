// Entities, their links and the codes they claim; the tenant stands first in every index.
CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE (e.tenantKey, e.id) IS UNIQUE;
CREATE INDEX listed_id IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.id);
CREATE INDEX listed_type IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.type, e.id);
CREATE CONSTRAINT link_id IF NOT EXISTS FOR ()-[l:LINK]-() REQUIRE (l.tenantKey, l.id) IS UNIQUE;
CREATE INDEX link_from IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.tenantKey, l.fromId, l.sortKey);
CREATE INDEX link_to IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.tenantKey, l.toId, l.sortKey);
CREATE CONSTRAINT deleted_link_id IF NOT EXISTS FOR (d:DeletedLink) REQUIRE (d.tenantKey, d.id) IS UNIQUE;
CREATE CONSTRAINT claim_id IF NOT EXISTS FOR (c:Claim) REQUIRE (c.tenantKey, c.id) IS UNIQUE;
CREATE INDEX claim_code IF NOT EXISTS FOR (c:Claim) ON (c.tenantKey, c.kind, c.value, c.system, c.instance);
CREATE FULLTEXT INDEX entity_words IF NOT EXISTS FOR (e:Listed) ON EACH [e.words, e.tenantKey, e.type] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
