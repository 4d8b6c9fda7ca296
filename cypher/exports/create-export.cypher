// Queues an export, unless too many of the organization are queued or running: then no row comes back. Writing the queue
// first makes those who create at the same time wait for each other.
MERGE (q:ExportQueue {tenantKey: $tenantKey})
ON CREATE SET q:$($tenantLabel)
SET q.lastId = $id
WITH q
CALL (q) {
  MATCH (o:OpenExport)
  USING INDEX o:OpenExport(tenantKey, sortKey)
  WHERE o.tenantKey = $tenantKey AND o.sortKey > ''
  RETURN count(o) AS open
}
WITH open WHERE open < $most
CREATE (j:ExportJob:OpenExport {tenantKey: $tenantKey, id: $id, sortKey: $createdAt + '/' + $id, kind: $kind,
  parameters: $parameters, status: 'queued', createdAt: $createdAt, credentialId: $credentialId, requestId: $requestId,
  fence: 0, attempts: 0, leaseUntil: 0, rows: 0})
SET j:$($tenantLabel)
RETURN j.id AS id
