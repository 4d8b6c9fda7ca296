// Sets the sources that an organization accepts; null accepts all.
MATCH (o:Organization {key: $key})
SET o.allowedSources = $sources
RETURN o.key AS key
