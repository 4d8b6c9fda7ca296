// The history of BOMs: versions of styles and lines, what each publication changed, and publications that are being built.
// A version's end changes while it is read, and an entry that moves within an index may be passed over by a seek that is
// under way. So readers find versions by what never changes and look the end up on the node; indexes by the end serve
// those who write.
CREATE CONSTRAINT timeline_tenant IF NOT EXISTS FOR (t:Timeline) REQUIRE (t.tenantKey) IS UNIQUE;
CREATE CONSTRAINT bom_feed_tenant IF NOT EXISTS FOR (f:BomFeed) REQUIRE (f.tenantKey) IS UNIQUE;
CREATE CONSTRAINT publication_snapshot IF NOT EXISTS FOR (p:Publication) REQUIRE (p.tenantKey, p.snapshotId) IS UNIQUE;
CREATE INDEX publication_offset IF NOT EXISTS FOR (p:Publication) ON (p.tenantKey, p.offset);
CREATE INDEX publication_status IF NOT EXISTS FOR (p:Publication) ON (p.tenantKey, p.status);
CREATE INDEX snapshot_seq IF NOT EXISTS FOR (s:Snapshot) ON (s.tenantKey, s.seq);
CREATE INDEX snapshot_publication IF NOT EXISTS FOR (s:Snapshot) ON (s.tenantKey, s.publicationId);
CREATE INDEX snapshot_completed IF NOT EXISTS FOR (s:Snapshot) ON (s.tenantKey, s.completedAt, s.seq);
CREATE INDEX bom_style_from IF NOT EXISTS FOR (s:BomStyle) ON (s.tenantKey, s.styleId, s.fromSeq);
CREATE INDEX bom_style_number_from IF NOT EXISTS FOR (s:BomStyle) ON (s.tenantKey, s.styleNumber, s.styleId, s.fromSeq);
CREATE INDEX bom_style_end IF NOT EXISTS FOR (s:BomStyle) ON (s.tenantKey, s.toSeq, s.styleId);
CREATE INDEX bom_line_from IF NOT EXISTS FOR (l:BomLine) ON (l.tenantKey, l.styleId, l.fromSeq);
CREATE INDEX bom_line_end IF NOT EXISTS FOR (l:BomLine) ON (l.tenantKey, l.toSeq, l.styleId);
CREATE CONSTRAINT bom_change IF NOT EXISTS FOR (c:BomChange) REQUIRE (c.tenantKey, c.seq, c.styleId) IS UNIQUE;
CREATE CONSTRAINT bom_sku IF NOT EXISTS FOR (s:BomSku) REQUIRE (s.tenantKey, s.sku, s.styleId) IS UNIQUE;
CREATE CONSTRAINT staged_event IF NOT EXISTS FOR (s:StagedStyle) REQUIRE (s.tenantKey, s.snapshotId, s.eventKey) IS UNIQUE;
CREATE INDEX staged_style IF NOT EXISTS FOR (s:StagedStyle) ON (s.tenantKey, s.snapshotId, s.styleId);
CREATE CONSTRAINT seen_events IF NOT EXISTS FOR (s:SeenEvents) REQUIRE (s.tenantKey, s.snapshotId) IS UNIQUE;
CREATE CONSTRAINT notice_id IF NOT EXISTS FOR (n:Notice) REQUIRE (n.tenantKey, n.id) IS UNIQUE;
CREATE INDEX link_end IF NOT EXISTS FOR ()-[l:LINK]-() ON (l.tenantKey, l.toSeq);
