// The next records of materials that carry a code.
UNWIND $rows AS row
CALL (row) {
  MATCH (c:RecordCode)
  USING INDEX SEEK c:RecordCode(tenantKey, kind, value, recordId)
  WHERE c.tenantKey = $tenantKey AND c.kind = 'material' AND c.value = row.value AND c.recordId > row.after
    AND c.codeKind = row.kind AND c.system IN ['*', row.system] AND $tenantLabel IN labels(c)
  RETURN c
  ORDER BY c.tenantKey, c.kind, c.value, c.recordId
  LIMIT $limit
}
RETURN row.key AS key, c.recordId AS last
