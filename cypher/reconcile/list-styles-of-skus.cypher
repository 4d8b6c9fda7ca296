// The styles that SKUs belong to.
UNWIND $ids AS id
MATCH (s:Entity {tenantKey: $tenantKey})-[l:LINK]->(k:Listed {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.toId = id AND l.sortKey >= 'HAS_SKU/' AND l.sortKey < 'HAS_SKU0'
RETURN id AS skuId, s.id AS styleId
