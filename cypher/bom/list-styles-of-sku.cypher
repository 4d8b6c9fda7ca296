// Styles in which a SKU code was ever seen, by id.
MATCH (s:BomSku)
USING INDEX s:BomSku(tenantKey, sku, styleId)
WHERE s.tenantKey = $tenantKey AND s.sku = $sku AND s.styleId >= $start AND $tenantLabel IN labels(s)
RETURN s.styleId AS styleId
ORDER BY s.tenantKey, s.sku, s.styleId
LIMIT $limit
