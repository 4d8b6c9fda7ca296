// Of a purged organization only the hash of its key remains, so that the key is never given again.
CREATE CONSTRAINT purged_organization IF NOT EXISTS FOR (p:PurgedOrganization) REQUIRE p.hash IS UNIQUE;
