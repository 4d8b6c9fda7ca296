// Export jobs. Those that are queued or running have the label OpenExport, those with a file StoredExport, so that what has
// to be done is found without looking at jobs that are over.
CREATE CONSTRAINT export_id IF NOT EXISTS FOR (j:ExportJob) REQUIRE (j.tenantKey, j.id) IS UNIQUE;
CREATE INDEX export_newest IF NOT EXISTS FOR (j:ExportJob) ON (j.tenantKey, j.sortKey);
CREATE INDEX export_open IF NOT EXISTS FOR (j:OpenExport) ON (j.tenantKey, j.sortKey);
CREATE INDEX export_lease IF NOT EXISTS FOR (j:OpenExport) ON (j.leaseUntil);
CREATE INDEX export_expiry IF NOT EXISTS FOR (j:StoredExport) ON (j.expiresAt);
CREATE CONSTRAINT export_queue IF NOT EXISTS FOR (q:ExportQueue) REQUIRE (q.tenantKey) IS UNIQUE;
