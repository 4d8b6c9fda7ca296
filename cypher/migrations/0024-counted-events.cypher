// Rejected events are found by their subject and by their ID. Events that arrive after their publication failed are counted with
// the first of them, and found by their offset. Those that were rejected before have an entry each, which stays.
CREATE INDEX dead_letter_subject IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.subject, l.sortKey);
CREATE INDEX dead_letter_event IF NOT EXISTS FOR (l:DeadLetter) ON (l.tenantKey, l.eventId, l.sortKey);
CREATE CONSTRAINT counted_events IF NOT EXISTS FOR (c:CountedEvents) REQUIRE (c.tenantKey, c.topic, c.partition, c.firstOffset) IS UNIQUE;
