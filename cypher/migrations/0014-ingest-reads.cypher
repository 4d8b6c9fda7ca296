// Dead letters of every kind of event are kept for their organization, and found by what they say; what was taken in is
// counted by source. Those that were kept so far are of source records, and their key says what they were about.
CREATE CONSTRAINT dead_letter_id IF NOT EXISTS FOR (l:DeadLetter) REQUIRE (l.tenantKey, l.id) IS UNIQUE;
CREATE INDEX dead_letter_order IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.sortKey);
CREATE INDEX dead_letter_reason IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.reason, l.sortKey);
CREATE INDEX dead_letter_type IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.type, l.sortKey);
CREATE INDEX dead_letter_source IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.source, l.sortKey);
CREATE INDEX dead_letter_record IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.system, l.recordType, l.recordId, l.at);
CREATE INDEX dead_letter_name IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.system, l.recordId, l.at);
CREATE CONSTRAINT ingested_source IF NOT EXISTS FOR (s:IngestedSource) REQUIRE (s.tenantKey, s.source, s.topic, s.partition) IS UNIQUE;
CREATE INDEX publication_state IF NOT EXISTS FOR (p:Publication) ON (p.tenantKey, p.status, p.offset);
MATCH (l:RecordLetter)
CALL (l) {
  OPTIONAL MATCH (o:Offset) WHERE o.topic ENDS WITH 'records.v1'
  WITH l, coalesce(min(o.topic), 'tenantdata.records.v1') AS topic,
    CASE l.recordType WHEN '' THEN l.recordId ELSE l.recordType + ':' + l.recordId END AS subject
  SET l.topic = topic, l.source = '/' + l.system + '/' + l.instance, l.subject = subject,
    l.key = l.tenantKey + '/source_record/' + l.system + '/' + l.instance + '/' + subject, l.faults = '[]',
    l.sortKey = l.at + '/' + topic + '/' + right('0000000000' + toString(l.partition), 10) + '/' +
      right('0000000000000000' + toString(l.offset), 16),
    l:DeadLetter
  REMOVE l:RecordLetter
} IN TRANSACTIONS OF 5000 ROWS;
DROP CONSTRAINT record_letter_id IF EXISTS;
DROP INDEX record_letter_record IF EXISTS;
DROP INDEX record_letter_at IF EXISTS;
DROP INDEX record_letter_name IF EXISTS;
