// A version's end changes while it is read, and an entry that moves within an index may be passed over by a seek that is
// under way. So pages of BOM rows are read by what never changes, and the end is looked up on the node.
CREATE INDEX bom_style_from IF NOT EXISTS FOR (s:BomStyle) ON (s.tenantKey, s.styleId, s.fromSeq);
CREATE INDEX bom_style_number_from IF NOT EXISTS FOR (s:BomStyle) ON (s.tenantKey, s.styleNumber, s.styleId, s.fromSeq);
CREATE INDEX bom_line_from IF NOT EXISTS FOR (l:BomLine) ON (l.tenantKey, l.styleId, l.fromSeq);
