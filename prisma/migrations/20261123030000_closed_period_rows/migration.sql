-- Each tenant has the row from its creation: a posting locks it, so that no period is closed while a document is being
-- posted in it. New tenants get it from closed-period.seeds.ts.
SET LOCAL ROLE guildhall_system;
INSERT INTO closed_period (tenant_id) SELECT id FROM tenant ON CONFLICT DO NOTHING;
RESET ROLE;
