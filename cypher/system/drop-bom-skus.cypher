// Drops the next bom skus, of any organization.
MATCH (n:BomSku)
WHERE n.tenantKey >= '' AND n.sku >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
