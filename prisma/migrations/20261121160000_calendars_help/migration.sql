-- AlterTable
ALTER TABLE "calendar" ADD COLUMN     "allow_member_submission" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "allow_public_submission" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "feed_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "feed_hash" TEXT,
ADD COLUMN     "feed_sealed" TEXT,
ADD COLUMN     "group_id" INTEGER,
ADD COLUMN     "is_active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "is_member_viewable" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_public_viewable" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "calendar_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "calendar_id" INTEGER NOT NULL,
    "uid" UUID NOT NULL,
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "location" TEXT,
    "url" TEXT,
    "status" TEXT NOT NULL,
    "is_all_day" BOOLEAN NOT NULL,
    "local_start" TIMESTAMP(0) NOT NULL,
    "local_end" TIMESTAMP(0) NOT NULL,
    "time_zone" TEXT,
    "recurrence_rule" TEXT,
    "excluded_starts" TIMESTAMP(0)[] DEFAULT ARRAY[]::TIMESTAMP(0)[],
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "last_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "calendar_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "help_topic" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "screen_key" TEXT NOT NULL,
    "key_folded" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary_html" TEXT,
    "detail_html" TEXT,
    "field_texts" JSONB NOT NULL,
    "related_topics" JSONB NOT NULL,
    "related_links" JSONB NOT NULL,
    "edited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "help_topic_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "help_topic_edit" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "topic_id" INTEGER NOT NULL,
    "edited_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_by" TEXT,
    "title" TEXT NOT NULL,

    CONSTRAINT "help_topic_edit_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "help_comment" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "key_folded" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "author" TEXT,
    "text" TEXT NOT NULL,

    CONSTRAINT "help_comment_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "calendar_item_tenant_id_calendar_id_starts_at_idx" ON "calendar_item"("tenant_id", "calendar_id", "starts_at");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_item_tenant_id_uid_key" ON "calendar_item"("tenant_id", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "help_topic_tenant_id_key_folded_key" ON "help_topic"("tenant_id", "key_folded");

-- CreateIndex
CREATE INDEX "help_topic_edit_tenant_id_topic_id_idx" ON "help_topic_edit"("tenant_id", "topic_id");

-- CreateIndex
CREATE INDEX "help_comment_tenant_id_key_folded_idx" ON "help_comment"("tenant_id", "key_folded");

-- CreateIndex
CREATE INDEX "calendar_tenant_id_group_id_idx" ON "calendar"("tenant_id", "group_id");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_tenant_id_feed_hash_key" ON "calendar"("tenant_id", "feed_hash");

-- AddForeignKey
ALTER TABLE "calendar" ADD CONSTRAINT "calendar_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "contact_group"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calendar_item" ADD CONSTRAINT "calendar_item_tenant_id_calendar_id_fkey" FOREIGN KEY ("tenant_id", "calendar_id") REFERENCES "calendar"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "help_topic_edit" ADD CONSTRAINT "help_topic_edit_tenant_id_topic_id_fkey" FOREIGN KEY ("tenant_id", "topic_id") REFERENCES "help_topic"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

ALTER TABLE calendar ADD CONSTRAINT calendar_feed_whole CHECK (num_nonnulls(feed_hash, feed_sealed) <> 1);
ALTER TABLE calendar ADD CONSTRAINT calendar_public_is_member_viewable CHECK (is_member_viewable OR NOT is_public_viewable);
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_status CHECK (status IN ('confirmed', 'tentative', 'cancelled'));
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_zone CHECK (is_all_day = (time_zone IS NULL));
ALTER TABLE calendar_item ADD CONSTRAINT calendar_item_span CHECK (local_end >= local_start AND (NOT is_all_day OR local_end > local_start));

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['calendar_item', 'help_topic', 'help_topic_edit', 'help_comment']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
