// Opens, changes and resolves exceptions.
UNWIND $rows AS row
MERGE (e:PositionException {tenantKey: $tenantKey, exceptionId: row.exceptionId})
SET e += row, e:$($tenantLabel)
