// Organizations, credentials, and where the projector stands in each partition.
CREATE CONSTRAINT organization_key IF NOT EXISTS FOR (o:Organization) REQUIRE o.key IS UNIQUE;
CREATE CONSTRAINT credential_id IF NOT EXISTS FOR (c:Credential) REQUIRE c.id IS UNIQUE;
CREATE INDEX credential_organization IF NOT EXISTS FOR (c:Credential) ON (c.organization, c.id);
CREATE CONSTRAINT offset_partition IF NOT EXISTS FOR (o:Offset) REQUIRE (o.groupId, o.topic, o.partition) IS UNIQUE;
CREATE CONSTRAINT projector_group IF NOT EXISTS FOR (g:ProjectorGroup) REQUIRE g.groupId IS UNIQUE;
