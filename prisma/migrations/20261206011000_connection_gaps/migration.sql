-- AlterTable
ALTER TABLE "connection_received_contact" ADD COLUMN     "is_incomplete" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "connection_gap" (
    "tenant_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "target_id" INTEGER NOT NULL,
    "value" TEXT NOT NULL DEFAULT '',
    "is_reported" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "connection_gap_pkey" PRIMARY KEY ("tenant_id","connection_id","kind","target_id","value")
);

-- AddForeignKey
ALTER TABLE "connection_gap" ADD CONSTRAINT "connection_gap_tenant_id_connection_id_fkey" FOREIGN KEY ("tenant_id", "connection_id") REFERENCES "connection"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('connection_gap');
SELECT chapter_wall_closed('connection_gap');
ALTER TABLE connection_gap ADD CONSTRAINT connection_gap_kind CHECK (kind IN ('type', 'level', 'choice', 'value', 'more'));
-- The contacts that are sent again when a gap is closed.
CREATE INDEX connection_received_contact_incomplete ON connection_received_contact (tenant_id, connection_id, source_contact_id)
  WHERE is_incomplete;
