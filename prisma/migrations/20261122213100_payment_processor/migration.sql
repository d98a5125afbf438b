-- CreateTable
CREATE TABLE "processor_connection" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "sealed_key" TEXT NOT NULL,
    "sealed_event_secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processor_connection_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_account" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "gateway_id" INTEGER NOT NULL,
    "uid" TEXT NOT NULL,
    "currency_code" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "requirements" JSONB NOT NULL DEFAULT '{}',
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "processor_account_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_charge" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "account_id" INTEGER NOT NULL,
    "request_key" TEXT,
    "contact_id" INTEGER,
    "uid" TEXT,
    "authorization_uid" TEXT,
    "token" TEXT,
    "captures_at_once" BOOLEAN NOT NULL DEFAULT false,
    "amount" DECIMAL(14,2) NOT NULL,
    "amount_captured" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "amount_refunded" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "currency_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "description" TEXT,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "card_brand" TEXT,
    "last_four" TEXT,
    "read_at" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processor_charge_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_refund" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "charge_id" INTEGER NOT NULL,
    "request_key" TEXT,
    "uid" TEXT,
    "amount" DECIMAL(14,2) NOT NULL,
    "status" TEXT NOT NULL,
    "failure_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processor_refund_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_dispute" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "charge_id" INTEGER NOT NULL,
    "uid" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "network_reason_code" TEXT,
    "is_charge_refundable" BOOLEAN NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "due_by" TIMESTAMPTZ(3),
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "submission_count" INTEGER NOT NULL DEFAULT 0,
    "fee_amount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "read_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "processor_dispute_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_dispute_message" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "dispute_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "author" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "processor_dispute_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_file" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "uid" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processor_file_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_payout" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "uid" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "arrival_on" DATE,
    "bank_account" TEXT,
    "reversed_uid" TEXT,
    "read_at" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "processor_payout_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "gateway_transaction" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "charge_id" INTEGER,
    "uid" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "fee" DECIMAL(14,2) NOT NULL,
    "currency_code" TEXT NOT NULL,
    "description" TEXT,
    "payout_uid" TEXT,
    "status" TEXT NOT NULL,

    CONSTRAINT "gateway_transaction_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_event" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "uid" TEXT NOT NULL,
    "account_uid" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_uid" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "processor_event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "sandbox_object" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "uid" TEXT NOT NULL,
    "account_uid" TEXT NOT NULL,
    "parent_uid" TEXT,
    "request_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,

    CONSTRAINT "sandbox_object_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "processor_report" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "start_on" DATE,
    "end_on" DATE,
    "file_name" TEXT NOT NULL,
    "file_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "percent" INTEGER NOT NULL DEFAULT 0,
    "row_count" INTEGER,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "processor_report_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "processor_report_tenant_id_kind_created_at_idx" ON "processor_report"("tenant_id", "kind", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "processor_connection_tenant_id_key" ON "processor_connection"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_account_tenant_id_gateway_id_key" ON "processor_account"("tenant_id", "gateway_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_account_tenant_id_uid_key" ON "processor_account"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_charge_tenant_id_account_id_idx" ON "processor_charge"("tenant_id", "account_id");

-- CreateIndex
CREATE INDEX "processor_charge_tenant_id_contact_id_idx" ON "processor_charge"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_charge_tenant_id_request_key_key" ON "processor_charge"("tenant_id", "request_key");

-- CreateIndex
CREATE UNIQUE INDEX "processor_charge_tenant_id_uid_key" ON "processor_charge"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_refund_tenant_id_charge_id_idx" ON "processor_refund"("tenant_id", "charge_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_refund_tenant_id_request_key_key" ON "processor_refund"("tenant_id", "request_key");

-- CreateIndex
CREATE UNIQUE INDEX "processor_refund_tenant_id_uid_key" ON "processor_refund"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_dispute_tenant_id_charge_id_idx" ON "processor_dispute"("tenant_id", "charge_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_dispute_tenant_id_uid_key" ON "processor_dispute"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_dispute_message_tenant_id_dispute_id_idx" ON "processor_dispute_message"("tenant_id", "dispute_id");

-- CreateIndex
CREATE UNIQUE INDEX "processor_file_tenant_id_uid_key" ON "processor_file"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_payout_tenant_id_account_id_started_at_idx" ON "processor_payout"("tenant_id", "account_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "processor_payout_tenant_id_uid_key" ON "processor_payout"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "gateway_transaction_tenant_id_account_id_occurred_at_idx" ON "gateway_transaction"("tenant_id", "account_id", "occurred_at");

-- CreateIndex
CREATE INDEX "gateway_transaction_tenant_id_payout_uid_idx" ON "gateway_transaction"("tenant_id", "payout_uid");

-- CreateIndex
CREATE INDEX "gateway_transaction_tenant_id_charge_id_idx" ON "gateway_transaction"("tenant_id", "charge_id");

-- CreateIndex
CREATE UNIQUE INDEX "gateway_transaction_tenant_id_uid_key" ON "gateway_transaction"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "processor_event_received_at_idx" ON "processor_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "processor_event_tenant_id_uid_key" ON "processor_event"("tenant_id", "uid");

-- CreateIndex
CREATE INDEX "sandbox_object_tenant_id_account_uid_kind_id_idx" ON "sandbox_object"("tenant_id", "account_uid", "kind", "id");

-- CreateIndex
CREATE INDEX "sandbox_object_tenant_id_parent_uid_idx" ON "sandbox_object"("tenant_id", "parent_uid");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_object_tenant_id_uid_key" ON "sandbox_object"("tenant_id", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_object_tenant_id_request_key_key" ON "sandbox_object"("tenant_id", "request_key");

-- AddForeignKey
ALTER TABLE "processor_account" ADD CONSTRAINT "processor_account_tenant_id_gateway_id_fkey" FOREIGN KEY ("tenant_id", "gateway_id") REFERENCES "payment_gateway"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_charge" ADD CONSTRAINT "processor_charge_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "processor_account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_charge" ADD CONSTRAINT "processor_charge_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_refund" ADD CONSTRAINT "processor_refund_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_dispute" ADD CONSTRAINT "processor_dispute_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_dispute_message" ADD CONSTRAINT "processor_dispute_message_tenant_id_dispute_id_fkey" FOREIGN KEY ("tenant_id", "dispute_id") REFERENCES "processor_dispute"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_payout" ADD CONSTRAINT "processor_payout_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "processor_account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gateway_transaction" ADD CONSTRAINT "gateway_transaction_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "processor_account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "gateway_transaction" ADD CONSTRAINT "gateway_transaction_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- by hand: processor_charge_waiting
-- Charges whose response from the processor is not known yet.
CREATE INDEX processor_charge_waiting ON processor_charge (tenant_id, created_at) WHERE status = 'requested';
-- by hand: processor_event_waiting
CREATE INDEX processor_event_waiting ON processor_event (tenant_id, id) WHERE handled_at IS NULL;

ALTER TABLE processor_charge
  ADD CONSTRAINT processor_charge_status CHECK (status IN ('requested', 'authorized', 'pending', 'succeeded', 'failed', 'canceled')),
  ADD CONSTRAINT processor_charge_amounts CHECK (amount > 0 AND amount_captured BETWEEN 0 AND amount
    AND amount_refunded BETWEEN 0 AND amount_captured);
ALTER TABLE processor_refund
  ADD CONSTRAINT processor_refund_status CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'canceled')),
  ADD CONSTRAINT processor_refund_amount CHECK (amount > 0);
ALTER TABLE processor_dispute
  ADD CONSTRAINT processor_dispute_status CHECK (status IN ('warning_needs_response', 'warning_under_review', 'warning_closed',
    'needs_response', 'under_review', 'won', 'lost'));
ALTER TABLE processor_dispute_message
  ADD CONSTRAINT processor_dispute_message_author CHECK (author IN ('Processor', 'Staff', 'Service'));
ALTER TABLE processor_payout
  ADD CONSTRAINT processor_payout_status CHECK (status IN ('Pending', 'InTransit', 'Paid', 'Failed', 'Canceled')),
  ADD CONSTRAINT processor_payout_reversal CHECK ((amount < 0) = (reversed_uid IS NOT NULL));
ALTER TABLE gateway_transaction
  ADD CONSTRAINT gateway_transaction_type CHECK (type IN ('Sale', 'Refund', 'Dispute', 'DisputeReversal', 'Transfer',
    'TransferReversal', 'Adjustment')),
  ADD CONSTRAINT gateway_transaction_status CHECK (status IN ('Pending', 'Settled', 'Failed'));
ALTER TABLE processor_event
  ADD CONSTRAINT processor_event_subject CHECK (subject IN ('charge', 'dispute', 'payout', 'account'));
ALTER TABLE processor_report
  ADD CONSTRAINT processor_report_kind CHECK (kind IN ('ConnectAccountCharges', 'NegativeBalances')),
  ADD CONSTRAINT processor_report_format CHECK (format IN ('CSV', 'XLSX')),
  ADD CONSTRAINT processor_report_status CHECK (status IN ('Pending', 'Running', 'Completed', 'Failed'));
ALTER TABLE payment_gateway
  ADD CONSTRAINT payment_gateway_kind CHECK (kind IN ('Processor', 'Sandbox', 'Other'));

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['processor_connection', 'processor_account', 'processor_charge', 'processor_refund',
    'processor_dispute', 'processor_dispute_message', 'processor_file', 'processor_payout', 'gateway_transaction',
    'processor_event', 'processor_report', 'sandbox_object']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- A merge of contacts by the owner of a chapter moves their charges.
    IF owned = 'processor_charge' THEN
      PERFORM chapter_wall_by_contact(owned::regclass, 'contact_id');
    ELSE
      PERFORM chapter_wall_closed(owned::regclass);
    END IF;
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Every existing gateway is of the sandbox.
SET LOCAL ROLE guildhall_system;
INSERT INTO processor_account (tenant_id, gateway_id, uid, currency_code, time_zone)
  SELECT g.tenant_id, g.id, 'acct_sandbox' || g.id, t.currency_code, t.time_zone
  FROM payment_gateway g JOIN tenant t ON t.id = g.tenant_id ORDER BY g.tenant_id, g.id;
RESET ROLE;
