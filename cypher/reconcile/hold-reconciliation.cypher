// Lets one reconciler of an organization write at a time: the node is locked until the transaction ends.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
ON CREATE SET r:$($tenantLabel)
SET r.rounds = coalesce(r.rounds, 0) + 1
