// Rejections are listed by when they were rejected. Of those that were kept so far only the time is known at which they
// reached the log. They are a record of what happened, which a rebuild leaves: what it reads again was rejected before.
MATCH (l:DeadLetter)
CALL (l) {
  SET l.rejectedAt = coalesce(l.rejectedAt, l.at)
  REMOVE l:Projected
} IN TRANSACTIONS OF 5000 ROWS;
