// The live factory records that carry codes, with the facility ids that each carries; of any system where none is given.
UNWIND $codes AS code
MATCH (c:RecordCode)
USING INDEX SEEK c:RecordCode(tenantKey, codeKind, value, system, recordId)
WHERE c.tenantKey = $tenantKey AND c.codeKind = code.kind AND c.value = code.value AND c.system >= '' AND c.recordId >= ''
  AND (code.system = '*' OR c.system IN ['*', code.system]) AND c.kind = 'factory' AND $tenantLabel IN labels(c)
RETURN DISTINCT code.system AS system, code.kind AS kind, code.value AS value, c.recordId AS recordId
