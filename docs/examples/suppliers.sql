-- A table of the PLM. The columns contain the values of the event format, such as states and country codes. A list is never null.
CREATE TABLE suppliers (
  id text PRIMARY KEY,
  supplier_code text NOT NULL,
  name text NOT NULL,
  state text NOT NULL DEFAULT 'approved',
  country text,
  tier integer,
  roles text[] NOT NULL DEFAULT '{}'
);

-- After the slot is created, no change is lost, even without a connector.
CREATE PUBLICATION suppliers FOR TABLE suppliers;
SELECT pg_create_logical_replication_slot('suppliers', 'pgoutput') IS NOT NULL AS has_slot;
