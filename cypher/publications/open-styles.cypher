// Begins versions of styles with a publication.
UNWIND $rows AS row
CREATE (s:BomStyle {tenantKey: $tenantKey, styleId: row.styleId, styleNumber: row.styleNumber, hash: row.hash, fromSeq: $seq, toSeq: $open, doc: row.doc})
SET s:$($tenantLabel)
