// What has no owner is asked for by the code that it shows, and the dead letters of a record by its id alone: of a source of
// which nothing was accepted yet no record type is known.
CREATE INDEX open_position_material_code IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.materialCode, p.id);
CREATE INDEX open_position_factory_code IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.factoryCode, p.id);
CREATE INDEX exception_material_code IF NOT EXISTS FOR (x:PositionException) ON (x.tenantKey, x.materialCode, x.exceptionId);
CREATE INDEX exception_factory_code IF NOT EXISTS FOR (x:PositionException) ON (x.tenantKey, x.factoryCode, x.exceptionId);
CREATE INDEX record_letter_name IF NOT EXISTS FOR (l:RecordLetter) ON (l.tenantKey, l.system, l.recordId, l.at);
