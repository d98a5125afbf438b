-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "has_ledger_module" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "ledger_installation" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "connector_id" SMALLINT NOT NULL,
    "is_closed_period_enabled" BOOLEAN NOT NULL DEFAULT false,
    "closed_through" DATE,
    "key_permission_id" INTEGER,
    "key_secret_id" INTEGER,
    "is_key_issued" BOOLEAN NOT NULL DEFAULT false,
    "company_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_installation_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_connection" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "installation_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "company_id" TEXT,
    "access_token" TEXT,
    "access_expires_at" TIMESTAMPTZ(3),
    "refresh_token" TEXT,
    "refresh_expires_at" TIMESTAMPTZ(3),
    "refreshing_since" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_connection_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_authorization" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "state_hash" TEXT NOT NULL,
    "redirect_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_authorization_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_mapping" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "installation_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "service_id" INTEGER NOT NULL,
    "ledger_id" TEXT NOT NULL,
    "ledger_name" TEXT NOT NULL,

    CONSTRAINT "ledger_mapping_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "embedded_ledger_record" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "account_id" INTEGER,
    "class_id" INTEGER,

    CONSTRAINT "embedded_ledger_record_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_installation_tenant_id_key" ON "ledger_installation"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_connection_tenant_id_installation_id_key" ON "ledger_connection"("tenant_id", "installation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_authorization_tenant_id_state_hash_key" ON "ledger_authorization"("tenant_id", "state_hash");

-- CreateIndex
CREATE INDEX "ledger_mapping_tenant_id_installation_id_idx" ON "ledger_mapping"("tenant_id", "installation_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_mapping_tenant_id_kind_service_id_key" ON "ledger_mapping"("tenant_id", "kind", "service_id");

-- CreateIndex
CREATE UNIQUE INDEX "embedded_ledger_record_tenant_id_kind_name_key" ON "embedded_ledger_record"("tenant_id", "kind", "name");

-- AddForeignKey
ALTER TABLE "ledger_installation" ADD CONSTRAINT "ledger_installation_tenant_id_key_permission_id_fkey" FOREIGN KEY ("tenant_id", "key_permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_connection" ADD CONSTRAINT "ledger_connection_tenant_id_installation_id_fkey" FOREIGN KEY ("tenant_id", "installation_id") REFERENCES "ledger_installation"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_mapping" ADD CONSTRAINT "ledger_mapping_tenant_id_installation_id_fkey" FOREIGN KEY ("tenant_id", "installation_id") REFERENCES "ledger_installation"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "embedded_ledger_record" ADD CONSTRAINT "embedded_ledger_record_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "embedded_ledger_record"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "embedded_ledger_record" ADD CONSTRAINT "embedded_ledger_record_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "embedded_ledger_record"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

GRANT UPDATE (has_ledger_module) ON tenant TO guildhall_app;
DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['ledger_installation', 'ledger_connection', 'ledger_authorization', 'ledger_mapping',
    'embedded_ledger_record']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- The ledger contains the documents of the whole tenant.
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system;

ALTER TABLE ledger_installation ADD CONSTRAINT ledger_installation_connector CHECK (connector_id IN (1, 2));
ALTER TABLE ledger_installation ADD CONSTRAINT ledger_installation_closed_period
  CHECK (NOT is_closed_period_enabled OR closed_through IS NOT NULL);
ALTER TABLE ledger_connection ADD CONSTRAINT ledger_connection_status
  CHECK (status IN ('Connected', 'Expired', 'Revoked'));
ALTER TABLE ledger_mapping ADD CONSTRAINT ledger_mapping_kind
  CHECK (kind IN ('account', 'class', 'discount', 'feeItem', 'paymentGateway', 'paymentType', 'tax', 'writeOff'));
ALTER TABLE embedded_ledger_record ADD CONSTRAINT embedded_ledger_record_kind
  CHECK (kind IN ('account', 'class', 'discount', 'item', 'paymentMethod', 'taxCode'));
