-- Accounts of the embedded ledger have a type, which a mapping compares with that of the account of the books.
ALTER TABLE "embedded_ledger_record" ADD COLUMN "account_type" TEXT;

UPDATE embedded_ledger_record SET account_type = CASE name
    WHEN 'Accounts Receivable' THEN 'AccountsReceivable'
    WHEN 'Undeposited Funds' THEN 'Asset'
    WHEN 'Checking' THEN 'Bank'
    WHEN 'Sales Tax Payable' THEN 'Liability'
    WHEN 'Bad Debt' THEN 'Expense'
    ELSE 'Income' END
  WHERE kind = 'account';

ALTER TABLE embedded_ledger_record ADD CONSTRAINT embedded_ledger_record_account_type
  CHECK (account_type IN ('Bank', 'AccountsReceivable', 'Asset', 'Liability', 'Equity', 'Income', 'Expense'));

-- The accounts that the books of a new tenant have, so that each of them has a counterpart.
INSERT INTO embedded_ledger_record (tenant_id, kind, name, account_type)
  SELECT i.tenant_id, 'account', a.name, a.type FROM ledger_installation i
  CROSS JOIN (VALUES ('Disputed Funds', 'Asset'), ('Unassigned Payments', 'Liability'), ('Net Assets', 'Equity'),
    ('Donations', 'Income'), ('Processing Fees', 'Expense')) AS a (name, type)
  WHERE i.connector_id = 1
  ON CONFLICT DO NOTHING;
INSERT INTO embedded_ledger_record (tenant_id, kind, name, account_id)
  SELECT a.tenant_id, 'item', 'Donation', a.id FROM embedded_ledger_record a WHERE a.kind = 'account' AND a.name = 'Donations'
  ON CONFLICT DO NOTHING;
