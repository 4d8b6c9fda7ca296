// What the reconciler finds things by: positions by the keys of the pair that they belong to, which are set whether or not
// a material and a factory are known, and open production by where it is.
CREATE CONSTRAINT reconciliation_tenant IF NOT EXISTS FOR (r:Reconciliation) REQUIRE (r.tenantKey) IS UNIQUE;
CREATE INDEX open_position_keys IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.materialKey, p.factoryKey, p.id);
CREATE INDEX open_position_material_key IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.materialKey, p.id);
CREATE INDEX open_position_factory_key IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.factoryKey, p.id);
CREATE INDEX open_position_material_ref IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.materialRef, p.id);
CREATE INDEX requirement_place IF NOT EXISTS FOR (r:Requirement) ON (r.tenantKey, r.factoryId, r.styleId, r.id);
