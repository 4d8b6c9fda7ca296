// Exceptions are asked for by severity and by code, among those that are open or those that are resolved.
CREATE INDEX exception_severity IF NOT EXISTS FOR (x:PositionException) ON (x.tenantKey, x.status, x.severity, x.exceptionId);
CREATE INDEX exception_code IF NOT EXISTS FOR (x:PositionException) ON (x.tenantKey, x.status, x.code, x.exceptionId);
