// The organizations in which something is to be looked at again; one look into the index for each organization.
MATCH (o:Organization)
WHERE EXISTS {
  MATCH (r:Recheck)
  USING INDEX r:Recheck(tenantKey)
  WHERE r.tenantKey = o.key
}
RETURN o.key AS key
ORDER BY key
