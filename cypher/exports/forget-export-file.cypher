// Notes that the file of an expired export is gone.
MATCH (j:ExportJob {tenantKey: $tenantKey, id: $id})
SET j.status = 'expired'
REMOVE j:StoredExport
