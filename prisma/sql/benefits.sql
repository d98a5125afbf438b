-- Constraints and indexes

ALTER TABLE benefit_grant ADD CONSTRAINT benefit_grant_source CHECK (source_kind IN ('membership-term', 'sponsor',
  'eventsponsor', 'adjustment'));
ALTER TABLE benefit_grant ADD CONSTRAINT benefit_grant_state CHECK (state IN ('planned', 'open', 'closed'));
ALTER TABLE benefit_item ADD CONSTRAINT benefit_item_store_percent CHECK (store_percent BETWEEN 1 AND 100);
ALTER TABLE benefit_lot ADD CONSTRAINT benefit_lot_pieces CHECK (granted >= 0 AND adjusted >= 0 AND used BETWEEN 0 AND
  granted + adjusted);
ALTER TABLE benefit_mass_operation ADD CONSTRAINT benefit_mass_operation_type CHECK (type_id IN (2, 3, 4));
ALTER TABLE benefit_package_item ADD CONSTRAINT benefit_package_item_quantity CHECK (quantity > 0);
ALTER TABLE benefit_transaction ADD CONSTRAINT benefit_transaction_reversal CHECK ((type_id = 6) = (reversed_id IS NOT NULL));
ALTER TABLE benefit_transaction ADD CONSTRAINT benefit_transaction_sign CHECK (CASE WHEN type_id IN (1, 3) THEN quantity > 0
    WHEN type_id IN (2, 4, 5) THEN quantity < 0 ELSE type_id = 6 AND quantity <> 0 END);

CREATE INDEX benefit_grant_due ON benefit_grant (tenant_id, next_day) WHERE next_day IS NOT NULL;
CREATE INDEX benefit_transaction_of_lot ON benefit_transaction (tenant_id, lot_id) WHERE lot_id IS NOT NULL;
CREATE INDEX benefit_transaction_of_membership ON benefit_transaction (tenant_id, membership_id)
  WHERE membership_id IS NOT NULL;
CREATE INDEX benefit_transaction_of_source ON benefit_transaction (tenant_id, source_kind, source_id)
  WHERE source_id IS NOT NULL;

-- Functions and triggers

-- Adds transactions to the balances. Each transaction is a version of its balance.
CREATE OR REPLACE FUNCTION benefit_transactions_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO benefit_balance AS b (tenant_id, contact_id, item_id, remaining, audit_id)
    SELECT tenant_id, contact_id, item_id, sum(quantity), count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, contact_id, item_id)
      DO UPDATE SET remaining = b.remaining + excluded.remaining, audit_id = b.audit_id + excluded.audit_id;
  RETURN NULL;
END $$;
ALTER FUNCTION benefit_transactions_added() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION benefit_transactions_added() FROM PUBLIC;
CREATE TRIGGER benefit_transactions_added AFTER INSERT ON benefit_transaction REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION benefit_transactions_added();

-- A merge moves transactions to another contact.
CREATE OR REPLACE FUNCTION benefit_transactions_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO benefit_balance AS b (tenant_id, contact_id, item_id, remaining, audit_id)
    SELECT tenant_id, contact_id, item_id, sum(quantity), count(*)
    FROM (SELECT tenant_id, contact_id, item_id, quantity FROM added
      UNION ALL SELECT tenant_id, contact_id, item_id, -quantity FROM removed) moved
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, contact_id, item_id)
      DO UPDATE SET remaining = b.remaining + excluded.remaining, audit_id = b.audit_id + excluded.audit_id;
  RETURN NULL;
END $$;
ALTER FUNCTION benefit_transactions_moved() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION benefit_transactions_moved() FROM PUBLIC;
CREATE TRIGGER benefit_transactions_moved AFTER UPDATE ON benefit_transaction
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION benefit_transactions_moved();

-- Access

SELECT secure_tenant_table('benefit_item');
SELECT chapter_wall_list('benefit_item');

SELECT secure_tenant_table('benefit_package');
SELECT chapter_wall_list('benefit_package');

SELECT secure_tenant_table('benefit_package_item');
SELECT chapter_wall_list('benefit_package_item');

SELECT secure_tenant_table('benefit_balance');
SELECT chapter_wall_by_contact('benefit_balance', 'contact_id');
REVOKE INSERT, UPDATE ON benefit_balance FROM guildhall_app, guildhall_chapter;
GRANT INSERT (contact_id, item_id, tenant_id), UPDATE (contact_id) ON benefit_balance TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('benefit_grant');
SELECT chapter_wall_by_contact('benefit_grant', 'contact_id');

SELECT secure_tenant_table('benefit_lot');
SELECT chapter_wall_by_parent('benefit_lot', 'grant_id,benefit_grant,contact_id');

SELECT secure_tenant_table('benefit_transaction');
SELECT chapter_wall_by_contact('benefit_transaction', 'contact_id');
REVOKE UPDATE, DELETE ON benefit_transaction FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON benefit_transaction TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('benefit_mass_operation');
SELECT chapter_wall_closed('benefit_mass_operation');

SELECT secure_tenant_table('benefit_mass_result');
SELECT chapter_wall_closed('benefit_mass_result');
