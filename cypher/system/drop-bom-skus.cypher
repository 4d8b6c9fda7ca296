// Drops the next BOM skus, of any organization.
MATCH (n:BomSku)
USING INDEX n:BomSku(tenantKey, sku, styleId)
WHERE n.tenantKey >= '' AND n.sku IS NOT NULL AND n.styleId IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
