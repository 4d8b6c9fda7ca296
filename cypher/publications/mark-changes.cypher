// Marks the styles that a publication changes.
UNWIND $styleIds AS styleId
MERGE (c:BomChange {tenantKey: $tenantKey, seq: $seq, styleId: styleId})
ON CREATE SET c:$($tenantLabel)
