-- A whole publication through the outbox: psql -v snapshot=… -f docs/examples/publish-bom.sql
-- The transaction keeps the events together, and the log of the database keeps their order.
BEGIN;

SELECT send_event('tenantdata.bom.started.v1', :'snapshot', jsonb_build_object(
  'snapshotId', :'snapshot', 'effectiveAt', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
), 881);

SELECT send_event('tenantdata.bom.style.v1', :'snapshot', jsonb_build_object(
  'snapshotId', :'snapshot',
  'style', jsonb_build_object('recordId', 'S-9101', 'styleNumber', 'QM27-9101'),
  'skus', jsonb_build_array(jsonb_build_object('recordId', 'K-9101', 'skuCode', 'QM27-9101-NVY-M')),
  'lines', jsonb_build_array(jsonb_build_object(
    'bomLineRef', 'L-10',
    'lineNumber', 10,
    'material', jsonb_build_object('recordId', 'M-9101', 'materialNumber', 'MT-9101'),
    'uom', 'MTR',
    'wastageBasis', 'on_net',
    'yieldStage', 'bulk',
    'yields', jsonb_build_array(
      jsonb_build_object('sku', 'QM27-9101-NVY-M', 'netYield', '1.25', 'wastagePercent', '5')
    )
  ))
), 881);

SELECT send_event('tenantdata.bom.completed.v1', :'snapshot', jsonb_build_object(
  'snapshotId', :'snapshot', 'styleCount', 1, 'skuCount', 1, 'lineCount', 1, 'rowCount', 1
), 881);

COMMIT;
