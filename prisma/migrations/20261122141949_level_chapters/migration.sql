-- AlterTable
ALTER TABLE "membership_level" ADD COLUMN     "includes_top_level" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "membership_level_chapter" (
    "tenant_id" INTEGER NOT NULL,
    "level_id" INTEGER NOT NULL,
    "chapter_id" INTEGER NOT NULL,

    CONSTRAINT "membership_level_chapter_pkey" PRIMARY KEY ("tenant_id","level_id","chapter_id")
);

-- CreateIndex
CREATE INDEX "membership_level_chapter_tenant_id_chapter_id_idx" ON "membership_level_chapter"("tenant_id", "chapter_id");

-- AddForeignKey
ALTER TABLE "membership_level_chapter" ADD CONSTRAINT "membership_level_chapter_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_level_chapter" ADD CONSTRAINT "membership_level_chapter_tenant_id_chapter_id_fkey" FOREIGN KEY ("tenant_id", "chapter_id") REFERENCES "chapter"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

SELECT secure_tenant_table('membership_level_chapter');
SELECT chapter_wall('membership_level_chapter', 'chapter_id = ANY (readable_chapters())', 'false');
REVOKE INSERT, UPDATE, DELETE ON membership_level_chapter FROM guildhall_chapter;
