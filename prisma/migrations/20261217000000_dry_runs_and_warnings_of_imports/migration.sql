-- An import knows the dry run that has checked its file, and what is doubtful about the file.
ALTER TABLE "import_run" ADD COLUMN "dry_run_id" INTEGER,
ADD COLUMN "warnings" JSONB NOT NULL DEFAULT '[]';

-- CreateIndex
CREATE UNIQUE INDEX "import_run_tenant_id_dry_run_id_key" ON "import_run"("tenant_id", "dry_run_id");

-- AddForeignKey
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_tenant_id_dry_run_id_fkey" FOREIGN KEY ("tenant_id", "dry_run_id") REFERENCES "import_run"("tenant_id", "id") ON DELETE SET NULL ("dry_run_id") ON UPDATE NO ACTION;
