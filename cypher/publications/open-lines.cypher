// Begins versions of lines with a publication.
UNWIND $rows AS row
CREATE (l:BomLine {tenantKey: $tenantKey, styleId: row.styleId, hash: row.hash, fromSeq: $seq, toSeq: $open, doc: row.doc})
SET l:$($tenantLabel)
