-- Constraints and indexes

ALTER TABLE embedded_ledger_document ADD CONSTRAINT embedded_ledger_document_kind CHECK (kind IN ('invoice', 'creditMemo',
  'payment', 'refund'));
ALTER TABLE embedded_ledger_record ADD CONSTRAINT embedded_ledger_record_account_type CHECK (account_type IN ('Bank',
  'AccountsReceivable', 'Asset', 'Liability', 'Equity', 'Income', 'Expense'));
ALTER TABLE embedded_ledger_record ADD CONSTRAINT embedded_ledger_record_kind CHECK (kind IN ('account', 'class',
  'discount', 'item', 'paymentMethod', 'taxCode', 'customer'));
ALTER TABLE ledger_connection ADD CONSTRAINT ledger_connection_status CHECK (status IN ('Connected', 'Expired', 'Revoked'));
ALTER TABLE ledger_execution ADD CONSTRAINT ledger_execution_kind CHECK (kind IN ('contact', 'invoice', 'payment', 'credit',
  'refund', 'writeoff'));
ALTER TABLE ledger_execution ADD CONSTRAINT ledger_execution_status CHECK (status IN ('Pending', 'Running', 'Succeeded',
  'Failed', 'Skipped'));
ALTER TABLE ledger_installation ADD CONSTRAINT ledger_installation_connector CHECK (connector_id IN (1, 2));
ALTER TABLE ledger_link ADD CONSTRAINT ledger_link_kind CHECK (kind IN
  ('contact', 'invoice', 'payment', 'credit', 'creditApplication', 'refund', 'writeoff', 'writeoffApplication',
  'invoiceReversal', 'paymentReversal', 'creditReversal', 'refundReversal', 'writeoffReversal'));
ALTER TABLE ledger_mapping ADD CONSTRAINT ledger_mapping_kind CHECK (kind IN ('account', 'class', 'discount', 'feeItem',
  'paymentGateway', 'paymentType', 'tax', 'writeOff'));

CREATE INDEX "ledger_connection_access_token_key" ON "ledger_connection" ((left("access_token", 8)), "tenant_id", "id");
CREATE INDEX "ledger_connection_refresh_token_key" ON "ledger_connection" ((left("refresh_token", 8)), "tenant_id", "id");
-- The retention of the log deletes what has ended.
CREATE INDEX ledger_execution_ended ON ledger_execution (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX ledger_execution_failed ON ledger_execution (tenant_id, id) WHERE status = 'Failed';
-- The executions that the sync sends next, and those that failed.
CREATE INDEX ledger_execution_open ON ledger_execution (tenant_id, id) WHERE status IN ('Pending', 'Running');
CREATE INDEX ledger_execution_resync ON ledger_execution (tenant_id) WHERE is_resync;
-- The customers that the sync has created, by their ids in the ledger.
CREATE INDEX ledger_link_customer ON ledger_link (tenant_id, ledger_id) WHERE kind = 'contact';

-- Access

SELECT secure_tenant_table('ledger_installation');
SELECT chapter_wall_closed('ledger_installation');

SELECT secure_tenant_table('ledger_connection');
SELECT chapter_wall_closed('ledger_connection');

SELECT secure_tenant_table('ledger_authorization');
SELECT chapter_wall_closed('ledger_authorization');

SELECT secure_tenant_table('ledger_mapping');
SELECT chapter_wall_closed('ledger_mapping');
GRANT SELECT ON ledger_mapping TO guildhall_chapter;

SELECT secure_tenant_table('embedded_ledger_record');
SELECT chapter_wall_closed('embedded_ledger_record');

SELECT secure_tenant_table('ledger_execution');
SELECT chapter_wall_by_contact('ledger_execution', 'contact_id');

SELECT secure_tenant_table('ledger_link');
SELECT chapter_wall_closed('ledger_link');
GRANT SELECT ON ledger_link TO guildhall_chapter;

SELECT secure_tenant_table('embedded_ledger_document');
SELECT chapter_wall_closed('embedded_ledger_document');
