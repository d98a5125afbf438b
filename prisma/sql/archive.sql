-- Constraints and indexes

ALTER TABLE tenant_export ADD CONSTRAINT tenant_export_status CHECK (status IN ('Queued', 'Running', 'Completed', 'Failed'));

CREATE INDEX "tenant_export_failed" ON "tenant_export" ("tenant_id", "id") WHERE "status" = 'Failed';
CREATE UNIQUE INDEX tenant_export_open ON tenant_export (tenant_id) WHERE finished_at IS NULL;

-- Access

SELECT secure_tenant_table('tenant_export');
SELECT chapter_wall_closed('tenant_export');
REVOKE USAGE ON SEQUENCE tenant_export_id_seq FROM guildhall_chapter;
