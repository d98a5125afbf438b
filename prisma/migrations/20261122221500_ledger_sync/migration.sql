-- AlterTable
ALTER TABLE "ledger_installation" ADD COLUMN     "is_sync_enabled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "last_sync_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ledger_execution" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "execution_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "kind" TEXT NOT NULL,
    "document_id" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "number" TEXT,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "message" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "is_resync" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "ledger_execution_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_link" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "record_id" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "is_uncertain" BOOLEAN NOT NULL DEFAULT false,
    "ledger_id" TEXT,
    "version" TEXT,
    "fingerprint" TEXT,
    "is_void" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ledger_link_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "embedded_ledger_document" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "dated_on" DATE NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "is_void" BOOLEAN NOT NULL DEFAULT false,
    "content" JSONB NOT NULL,

    CONSTRAINT "embedded_ledger_document_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "ledger_execution_tenant_id_kind_document_id_id_idx" ON "ledger_execution"("tenant_id", "kind", "document_id", "id");

-- CreateIndex
CREATE INDEX "ledger_execution_tenant_id_created_at_id_idx" ON "ledger_execution"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_execution_tenant_id_execution_id_key" ON "ledger_execution"("tenant_id", "execution_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_link_tenant_id_kind_record_id_key" ON "ledger_link"("tenant_id", "kind", "record_id");

-- CreateIndex
CREATE INDEX "embedded_ledger_document_tenant_id_kind_number_idx" ON "embedded_ledger_document"("tenant_id", "kind", "number");

-- CreateIndex
CREATE UNIQUE INDEX "embedded_ledger_document_tenant_id_request_id_key" ON "embedded_ledger_document"("tenant_id", "request_id");

-- AddForeignKey
ALTER TABLE "ledger_execution" ADD CONSTRAINT "ledger_execution_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['ledger_execution', 'ledger_link', 'embedded_ledger_document']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  -- The ledger contains the documents of the whole tenant; an owner of a chapter sees the log of its contacts.
  PERFORM chapter_wall_by_contact('ledger_execution', 'contact_id');
  PERFORM chapter_wall_closed('ledger_link');
  PERFORM chapter_wall_closed('embedded_ledger_document');
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
-- The log joins the id map, and work for the whole tenant finds the records that mappings use. Policies hide all rows.
GRANT SELECT ON ledger_link, ledger_mapping TO guildhall_chapter;

ALTER TABLE ledger_execution ADD CONSTRAINT ledger_execution_kind
  CHECK (kind IN ('contact', 'invoice', 'payment', 'credit', 'refund', 'writeoff'));
ALTER TABLE ledger_execution ADD CONSTRAINT ledger_execution_status
  CHECK (status IN ('Pending', 'Running', 'Succeeded', 'Failed', 'Skipped'));
ALTER TABLE ledger_link ADD CONSTRAINT ledger_link_kind CHECK (kind IN
  ('contact', 'invoice', 'payment', 'credit', 'creditApplication', 'refund', 'writeoff', 'writeoffApplication'));
ALTER TABLE embedded_ledger_document ADD CONSTRAINT embedded_ledger_document_kind
  CHECK (kind IN ('invoice', 'creditMemo', 'payment', 'refund'));
ALTER TABLE embedded_ledger_record DROP CONSTRAINT embedded_ledger_record_kind;
ALTER TABLE embedded_ledger_record ADD CONSTRAINT embedded_ledger_record_kind
  CHECK (kind IN ('account', 'class', 'discount', 'item', 'paymentMethod', 'taxCode', 'customer'));

-- The executions that the sync sends next, and those that failed.
CREATE INDEX ledger_execution_open ON ledger_execution (tenant_id, id) WHERE status IN ('Pending', 'Running');
CREATE INDEX ledger_execution_resync ON ledger_execution (tenant_id) WHERE is_resync;
CREATE INDEX ledger_execution_failed ON ledger_execution (tenant_id, id) WHERE status = 'Failed';
