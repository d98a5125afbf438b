-- CreateTable
CREATE TABLE "calendar_item_override" (
    "tenant_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "original_start" TIMESTAMP(0) NOT NULL,
    "local_start" TIMESTAMP(0),
    "local_end" TIMESTAMP(0),
    "title" TEXT,
    "description" TEXT,
    "location" TEXT,
    "is_cancelled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "calendar_item_override_pkey" PRIMARY KEY ("tenant_id","item_id","original_start")
);

-- AddForeignKey
ALTER TABLE "calendar_item_override" ADD CONSTRAINT "calendar_item_override_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "calendar_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

ALTER TABLE calendar_item_override ADD CONSTRAINT calendar_item_override_span
  CHECK (num_nonnulls(local_start, local_end) <> 1 AND local_end >= local_start);
ALTER TABLE calendar_item_override ADD CONSTRAINT calendar_item_override_differs
  CHECK (is_cancelled OR num_nonnulls(local_start, title, description, location) > 0);

SELECT secure_tenant_table('calendar_item_override');
SELECT chapter_wall_list('calendar_item_override');
