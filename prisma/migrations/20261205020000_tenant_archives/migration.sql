-- CreateTable
CREATE TABLE "tenant_import" (
    "imported_as" INTEGER NOT NULL,
    "archive_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_import_pkey" PRIMARY KEY ("imported_as")
);

-- CreateTable
CREATE TABLE "tenant_export" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'Queued',
    "file_id" INTEGER,
    "records_done" BIGINT NOT NULL DEFAULT 0,
    "records_total" BIGINT NOT NULL DEFAULT 0,
    "message" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_export_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "tenant_import_archive_id_idx" ON "tenant_import"("archive_id");

-- What Prisma cannot express.

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_import TO guildhall_system;

ALTER TABLE tenant_export ADD CONSTRAINT tenant_export_status
  CHECK (status IN ('Queued', 'Running', 'Completed', 'Failed'));
-- One export of a tenant at a time.
-- by hand: tenant_export_open
CREATE UNIQUE INDEX tenant_export_open ON tenant_export (tenant_id) WHERE finished_at IS NULL;
SELECT secure_tenant_table('tenant_export');
SELECT chapter_wall_closed('tenant_export');
GRANT USAGE ON SEQUENCE tenant_export_id_seq TO guildhall_app, guildhall_system;
