// Changes of entities and relationships are listed in the order in which they were applied, by the feed of each partition of a
// topic. A feed begins when a projector of this version first claims the partition.
CREATE CONSTRAINT change_feed IF NOT EXISTS FOR (f:ChangeFeed) REQUIRE (f.tenantKey, f.feed) IS UNIQUE;
CREATE INDEX change_feed_partition IF NOT EXISTS FOR (f:ChangeFeed) ON (f.feed);
CREATE INDEX change_position IF NOT EXISTS FOR (c:Change) ON (c.tenantKey, c.feed, c.position);
CREATE INDEX change_subject IF NOT EXISTS FOR (c:Change) ON (c.tenantKey, c.subjectId, c.feed, c.position);
