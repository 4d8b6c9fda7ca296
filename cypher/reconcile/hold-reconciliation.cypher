// Lets one reconciler of an organization work at a time: writing the node locks it until the transaction ends.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
SET r.tenantKey = $tenantKey, r:$($tenantLabel)
