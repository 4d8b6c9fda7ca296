// Leaves a notice to be sent to consumers.
MERGE (n:Notice {tenantKey: $tenantKey, id: $id})
ON CREATE SET n:$($tenantLabel), n.doc = $doc
