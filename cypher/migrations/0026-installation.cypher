// The installation that the graph belongs to, with its region.
CREATE CONSTRAINT installation_name IF NOT EXISTS FOR (i:Installation) REQUIRE i.name IS UNIQUE;
