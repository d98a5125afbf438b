-- AlterTable
ALTER TABLE "import_run" DROP CONSTRAINT "import_run_pkey",
ADD COLUMN     "addresses_suppressed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "audit_id" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "columns" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "created_by" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "file_id" INTEGER,
ADD COLUMN     "groups_created" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "id" SERIAL NOT NULL,
ADD COLUMN     "is_dry_run" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "members_added" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "memberships_created" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "message" TEXT,
ADD COLUMN     "options" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "percent" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "preset" TEXT NOT NULL DEFAULT 'None',
ADD COLUMN     "reasons" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "rows_read" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'Running',
ADD COLUMN     "unchanged" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "updated" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "file_hash" DROP NOT NULL,
ALTER COLUMN "started_at" DROP NOT NULL,
ADD CONSTRAINT "import_run_pkey" PRIMARY KEY ("tenant_id", "id");

-- CreateTable
CREATE TABLE "import_refused_row" (
    "tenant_id" INTEGER NOT NULL,
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reasons" TEXT[],
    "fields" TEXT[],

    CONSTRAINT "import_refused_row_pkey" PRIMARY KEY ("tenant_id","import_id","line")
);

-- CreateIndex
CREATE UNIQUE INDEX "import_run_tenant_id_file_hash_key" ON "import_run"("tenant_id", "file_hash");

-- AddForeignKey
ALTER TABLE "import_refused_row" ADD CONSTRAINT "import_refused_row_tenant_id_import_id_fkey" FOREIGN KEY ("tenant_id", "import_id") REFERENCES "import_run"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- Runs of the command line that exist: the file is read differently now, so that no command continues them.
UPDATE import_run SET status = CASE WHEN finished_at IS NULL THEN 'Failed' ELSE 'Completed' END,
  message = CASE WHEN finished_at IS NULL THEN 'The import was stopped, and the version of the program has changed.' END,
  finished_at = coalesce(finished_at, started_at), created_at = started_at,
  rows_read = imported + refused, percent = CASE WHEN finished_at IS NULL THEN 0 ELSE 100 END, file_hash = NULL;

ALTER TABLE import_run ADD CONSTRAINT import_run_status
  CHECK (status IN ('Queued', 'Running', 'Completed', 'Failed', 'Cancelled'));
ALTER TABLE import_run ADD CONSTRAINT import_run_percent CHECK (percent BETWEEN 0 AND 100);
-- The job of a tenant finds the next of its imports, and the nightly work those that have expired.
-- by hand: import_run_finished
CREATE INDEX import_run_finished ON import_run (tenant_id, finished_at, id);
SELECT secure_tenant_table('import_refused_row');
SELECT chapter_wall_closed('import_refused_row');
GRANT USAGE ON SEQUENCE import_run_id_seq TO guildhall_app, guildhall_system;
