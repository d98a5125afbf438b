-- Counts charges by status for the totals of their list, as those of documents.
SET LOCAL ROLE guildhall_system;
INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
  SELECT tenant_id, 'charge:' || status, 0, count(*) FROM processor_charge GROUP BY 1, 2
  ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
RESET ROLE;

CREATE TRIGGER processor_charge_count_add AFTER INSERT ON processor_charge REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('charge');
CREATE TRIGGER processor_charge_count_change AFTER UPDATE ON processor_charge
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('charge');
