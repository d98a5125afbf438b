-- Constraints and indexes

ALTER TABLE part_collection ADD CONSTRAINT part_collection_status CHECK (status IN ('requested', 'pending', 'succeeded',
  'failed', 'skipped'));
ALTER TABLE payment_plan_item ADD CONSTRAINT payment_plan_item_amount CHECK (amount > 0);
ALTER TABLE payment_plan_item ADD CONSTRAINT payment_plan_item_date CHECK ((due_on IS NULL) <> (months_after_start IS NULL));

CREATE UNIQUE INDEX part_collection_running ON part_collection (tenant_id, part_id) WHERE status IN ('requested', 'pending');
CREATE UNIQUE INDEX payment_plan_name ON payment_plan (tenant_id, level_id, name_key) WHERE is_active;

-- Access

SELECT secure_tenant_table('payment_plan');
SELECT chapter_wall_list('payment_plan');

SELECT secure_tenant_table('payment_plan_item');
SELECT chapter_wall_list('payment_plan_item');

SELECT secure_tenant_table('membership_payment_method');
SELECT chapter_wall_by_parent('membership_payment_method', 'membership_id,membership,contact_id');

SELECT secure_tenant_table('part_collection');
SELECT chapter_wall_closed('part_collection');
