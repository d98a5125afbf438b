-- The closed period is a setting of the books, with a version of its own. The installation of the ledger shows the same row.
ALTER TABLE closed_period ADD COLUMN audit_id integer NOT NULL DEFAULT 1, ADD COLUMN chosen_through date;
SET LOCAL ROLE guildhall_system;
UPDATE closed_period p SET chosen_through = coalesce(p.closed_through, (SELECT i.closed_through FROM ledger_installation i
  WHERE i.tenant_id = p.tenant_id));
RESET ROLE;
ALTER TABLE ledger_installation DROP COLUMN is_closed_period_enabled, DROP COLUMN closed_through;
