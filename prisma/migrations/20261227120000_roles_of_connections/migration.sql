-- AlterTable
ALTER TABLE "contact_role" ADD COLUMN     "source_connection_id" INTEGER,
ADD COLUMN     "source_role_id" INTEGER;

-- CreateTable
CREATE TABLE "connection_received_role" (
    "tenant_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "source_role_id" INTEGER NOT NULL,
    "source_contact_id" INTEGER NOT NULL,
    "source_organization_id" INTEGER NOT NULL,
    "type_name" TEXT,
    "title" TEXT,
    "start_date" DATE,
    "end_date" DATE,
    "display_on_web" BOOLEAN NOT NULL,

    CONSTRAINT "connection_received_role_pkey" PRIMARY KEY ("tenant_id","connection_id","source_role_id")
);

-- CreateIndex
CREATE INDEX "connection_received_role_tenant_id_connection_id_source_con_idx" ON "connection_received_role"("tenant_id", "connection_id", "source_contact_id");

-- CreateIndex
CREATE INDEX "connection_received_role_tenant_id_connection_id_source_org_idx" ON "connection_received_role"("tenant_id", "connection_id", "source_organization_id");

-- AddForeignKey
ALTER TABLE "connection_received_role" ADD CONSTRAINT "connection_received_role_tenant_id_connection_id_fkey" FOREIGN KEY ("tenant_id", "connection_id") REFERENCES "connection"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('connection_received_role');
SELECT chapter_wall_closed('connection_received_role');
CREATE UNIQUE INDEX contact_role_source ON contact_role (tenant_id, source_connection_id, source_role_id)
  WHERE source_connection_id IS NOT NULL;

ALTER TABLE connection_gap DROP CONSTRAINT connection_gap_kind;
ALTER TABLE connection_gap ADD CONSTRAINT connection_gap_kind
  CHECK (kind IN ('type', 'level', 'choice', 'value', 'role', 'more'));

-- A role is read-only while its connection synchronizes the contact that has it: see require_unsynchronized.
CREATE FUNCTION contact_role_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  IF current_setting('guildhall.synchronizing', true) = OLD.source_connection_id::text
    OR TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'audit_id' = to_jsonb(NEW) - 'audit_id' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  SELECT n.id, n.other_name INTO k FROM contact c
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND n.deleted_at IS NULL
    WHERE c.tenant_id = OLD.tenant_id AND c.id = OLD.contact_id AND c.source_connection_id = OLD.source_connection_id;
  IF FOUND THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER contact_role_synchronized BEFORE UPDATE OR DELETE ON contact_role FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION contact_role_synchronized();
REVOKE EXECUTE ON FUNCTION contact_role_synchronized() FROM PUBLIC;
