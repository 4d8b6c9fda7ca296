// Suspends an organization since a time, or resumes it with null.
MATCH (o:Organization {key: $key})
SET o.suspendedAt = $suspendedAt
RETURN o.key AS key
