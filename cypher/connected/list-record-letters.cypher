// The newest dead letters of records of a source system: some types, one id.
UNWIND $recordTypes AS recordType
CALL (recordType) {
  MATCH (l:RecordLetter)
  USING INDEX l:RecordLetter(tenantKey, system, recordType, recordId, at)
  WHERE l.tenantKey = $tenantKey AND l.system = $system AND l.recordType = recordType AND l.recordId = $recordId
    AND l.at > '' AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.system DESC, l.recordType DESC, l.recordId DESC, l.at DESC
  LIMIT $limit
}
RETURN l.instance AS instance, recordType, l.reason AS reason, l.detail AS detail, l.at AS at, l.partition AS partition,
  l.offset AS offset
