-- Constraints and indexes

ALTER TABLE gateway_transaction ADD CONSTRAINT gateway_transaction_status CHECK (status IN ('Pending', 'Settled', 'Failed'));
ALTER TABLE gateway_transaction ADD CONSTRAINT gateway_transaction_type CHECK (type IN ('Sale', 'Refund', 'RefundReversal',
  'Dispute', 'DisputeReversal', 'Transfer', 'TransferReversal', 'Adjustment'));
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_cart CHECK (num_nonnulls(cart_id, event_order_id) = 1);
ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_state CHECK ((state = ANY (ARRAY['open'::text, 'ordered'::text,
  'abandoned'::text])));
ALTER TABLE processor_charge ADD CONSTRAINT processor_charge_amounts CHECK (amount > 0 AND amount_captured BETWEEN 0 AND
  amount
    AND amount_refunded BETWEEN 0 AND amount_captured);
ALTER TABLE processor_charge ADD CONSTRAINT processor_charge_page CHECK (
  CASE WHEN page_expires_at IS NULL THEN num_nonnulls(page_uid, page_url, return_url, cancel_url) = 0
  ELSE num_nonnulls(return_url, cancel_url) = 2 AND (page_uid IS NOT NULL OR page_url IS NULL) END);
ALTER TABLE processor_charge ADD CONSTRAINT processor_charge_status CHECK (status IN ('requested', 'authorized', 'pending',
  'succeeded', 'failed', 'canceled'));
ALTER TABLE processor_dispute ADD CONSTRAINT processor_dispute_status CHECK (status IN ('warning_needs_response',
  'warning_under_review', 'warning_closed',
    'needs_response', 'under_review', 'won', 'lost'));
ALTER TABLE processor_dispute_message ADD CONSTRAINT processor_dispute_message_author CHECK (author IN ('Processor',
  'Staff', 'Service'));
ALTER TABLE processor_event ADD CONSTRAINT processor_event_subject CHECK (subject IN ('charge', 'page', 'dispute', 'payout',
  'account'));
ALTER TABLE processor_payout ADD CONSTRAINT processor_payout_reversal CHECK ((amount < 0) = (reversed_uid IS NOT NULL));
ALTER TABLE processor_payout ADD CONSTRAINT processor_payout_status CHECK (status IN ('Pending', 'InTransit', 'Paid',
  'Failed', 'Canceled'));
ALTER TABLE processor_refund ADD CONSTRAINT processor_refund_amount CHECK (amount > 0);
ALTER TABLE processor_refund ADD CONSTRAINT processor_refund_status CHECK (status IN ('requested', 'pending', 'succeeded',
  'failed', 'canceled'));
ALTER TABLE processor_report ADD CONSTRAINT processor_report_format CHECK (format IN ('CSV', 'XLSX'));
ALTER TABLE processor_report ADD CONSTRAINT processor_report_kind CHECK (kind IN ('ConnectAccountCharges',
  'NegativeBalances'));
ALTER TABLE processor_report ADD CONSTRAINT processor_report_status CHECK (status IN ('Pending', 'Running', 'Completed',
  'Failed'));

-- Charges whose response from the processor is not known yet.
CREATE INDEX processor_charge_waiting ON processor_charge (tenant_id, created_at) WHERE status = 'requested';
CREATE INDEX "processor_connection_sealed_event_secret_key" ON "processor_connection" ((left("sealed_event_secret", 8)),
  "tenant_id", "id");
CREATE INDEX "processor_connection_sealed_key_key" ON "processor_connection" ((left("sealed_key", 8)), "tenant_id", "id");
CREATE INDEX processor_event_waiting ON processor_event (tenant_id, id) WHERE handled_at IS NULL;

-- Access

SELECT secure_tenant_table('processor_connection');
SELECT chapter_wall_closed('processor_connection');

SELECT secure_tenant_table('processor_account');
SELECT chapter_wall_closed('processor_account');
GRANT SELECT ON processor_account TO guildhall_chapter;

SELECT secure_tenant_table('processor_charge');
SELECT chapter_wall_by_contact('processor_charge', 'contact_id');

SELECT secure_tenant_table('processor_refund');
SELECT chapter_wall_closed('processor_refund');

SELECT secure_tenant_table('processor_dispute');
SELECT chapter_wall_closed('processor_dispute');

SELECT secure_tenant_table('processor_dispute_message');
SELECT chapter_wall_closed('processor_dispute_message');

SELECT secure_tenant_table('processor_file');
SELECT chapter_wall_closed('processor_file');

SELECT secure_tenant_table('processor_payout');
SELECT chapter_wall_closed('processor_payout');

SELECT secure_tenant_table('gateway_transaction');
SELECT chapter_wall_closed('gateway_transaction');
GRANT SELECT ON gateway_transaction TO guildhall_chapter;

SELECT secure_tenant_table('processor_event');
SELECT chapter_wall_closed('processor_event');

SELECT secure_tenant_table('sandbox_object');
SELECT chapter_wall_closed('sandbox_object');

SELECT secure_tenant_table('processor_report');
SELECT chapter_wall_closed('processor_report');

SELECT secure_tenant_table('payment_attempt');
SELECT chapter_wall_by_parent('payment_attempt', 'cart_id,store_cart,contact_id');
