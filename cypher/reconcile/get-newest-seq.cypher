// The number of the newest publication; none before the first.
MATCH (t:Timeline)
USING INDEX SEEK t:Timeline(tenantKey)
WHERE t.tenantKey = $tenantKey AND $tenantLabel IN labels(t)
RETURN t.seq AS seq
