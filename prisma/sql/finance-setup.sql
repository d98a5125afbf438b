-- Constraints and indexes

ALTER TABLE account ADD CONSTRAINT account_system_active CHECK (is_active OR system_role IS NULL);
ALTER TABLE account ADD CONSTRAINT account_system_role CHECK (system_role IN ('receivable', 'undeposited-funds', 'sales-tax',
  'membership-income', 'shipping-income', 'discounts', 'bad-debt', 'processing-fees', 'disputed-funds', 'unassigned-payments',
  'store-income', 'vouchers'));
ALTER TABLE account ADD CONSTRAINT account_type CHECK (type IN ('Bank', 'AccountsReceivable', 'Asset', 'Liability',
  'Equity', 'Income', 'Expense'));
ALTER TABLE discount ADD CONSTRAINT discount_dates CHECK (starts_on <= ends_on);
ALTER TABLE discount ADD CONSTRAINT discount_type CHECK (type_id = 1 AND percent > 0 AND percent <= 100 AND amount IS NULL
    OR type_id = 2 AND amount > 0 AND percent IS NULL);
ALTER TABLE fee_item ADD CONSTRAINT fee_item_price CHECK (price >= 0);
ALTER TABLE fee_item ADD CONSTRAINT fee_item_quantity CHECK (quantity > 0);
ALTER TABLE payment_subtype ADD CONSTRAINT payment_subtype_active CHECK (is_active OR NOT is_default);
ALTER TABLE payment_subtype ADD CONSTRAINT payment_subtype_type CHECK (payment_type_id IN (5, 6));
ALTER TABLE tax_rate ADD CONSTRAINT tax_rate_percent CHECK (percent BETWEEN 0 AND 100);

CREATE UNIQUE INDEX payment_subtype_default ON payment_subtype (tenant_id, payment_type_id) WHERE is_default;
CREATE UNIQUE INDEX transaction_class_name ON transaction_class (tenant_id, coalesce(parent_id, 0), name_key);

-- Access

SELECT secure_tenant_table('account');
SELECT chapter_wall_list('account');

SELECT secure_tenant_table('transaction_class');
SELECT chapter_wall_list('transaction_class');

SELECT secure_tenant_table('tax_region');
SELECT chapter_wall_list('tax_region');

SELECT secure_tenant_table('tax_set');
SELECT chapter_wall_list('tax_set');

SELECT secure_tenant_table('tax_rate');
SELECT chapter_wall_list('tax_rate');

SELECT secure_tenant_table('discount');
SELECT chapter_wall_list('discount');

SELECT secure_tenant_table('fee_item');
SELECT chapter_wall_list('fee_item');

SELECT secure_tenant_table('payment_subtype');
SELECT chapter_wall_list('payment_subtype');

SELECT secure_tenant_table('ledger_customer');
SELECT chapter_wall_by_contact('ledger_customer', 'contact_id');

SELECT secure_tenant_table('contact_billing');
SELECT chapter_wall_by_contact('contact_billing', 'contact_id');
