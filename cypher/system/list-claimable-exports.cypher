// Exports that nobody works on, of organizations that are not suspended: first those of organizations with the fewest
// running ones, so that nobody waits behind another's queue, then the oldest. Time is the server's, for all replicas alike.
MATCH (j:OpenExport)
USING INDEX j:OpenExport(leaseUntil)
WHERE j.leaseUntil < timestamp()
MATCH (o:Organization {key: j.tenantKey})
WHERE o.suspendedAt IS NULL
CALL (j) {
  MATCH (r:OpenExport)
  USING INDEX r:OpenExport(tenantKey, sortKey)
  WHERE r.tenantKey = j.tenantKey AND r.sortKey > '' AND r.leaseUntil >= timestamp()
  RETURN count(r) AS running
}
RETURN j.tenantKey AS organization, j.id AS id
ORDER BY running, j.sortKey
LIMIT $limit
