// Forgets that links were deleted: they are back.
UNWIND $ids AS id
MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
DELETE d
