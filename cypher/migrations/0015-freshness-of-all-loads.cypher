// Freshness follows from all successes of a dataset: the highest watermark, and the latest end of those without one. A success
// that does not say when it ended counts from its start.
CREATE INDEX dataset_load_watermark IF NOT EXISTS FOR (l:DatasetLoad) ON (l.tenantKey, l.datasetId, l.status, l.sourceWatermarkAt, l.id);
CREATE INDEX dataset_load_unmarked IF NOT EXISTS FOR (l:DatasetLoad) ON (l.tenantKey, l.datasetId, l.unmarkedEnd, l.id);
MATCH (l:DatasetLoad) WHERE l.status = 'succeeded'
CALL (l) {
  SET l.endedAt = coalesce(l.endedAt, l.startedAt),
    l.unmarkedEnd = CASE WHEN l.sourceWatermarkAt IS NULL THEN coalesce(l.endedAt, l.startedAt) END
} IN TRANSACTIONS OF 5000 ROWS;
