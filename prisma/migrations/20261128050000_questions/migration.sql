-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "referral_source_id" INTEGER;

-- CreateTable
CREATE TABLE "custom_field_response" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "field_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "sponsor_id" INTEGER,
    "exhibitor_id" INTEGER,
    "ordinal" SMALLINT NOT NULL DEFAULT 0,
    "text_value" TEXT,
    "number_value" DECIMAL(30,6),
    "date_value" DATE,
    "ref_id" INTEGER,

    CONSTRAINT "custom_field_response_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_question" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "field_id" INTEGER NOT NULL,
    "applies_to" TEXT NOT NULL,
    "asked_key" TEXT NOT NULL,
    "is_required" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "event_question_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_question_type" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,

    CONSTRAINT "event_question_type_pkey" PRIMARY KEY ("tenant_id","question_id","type_id")
);

-- CreateTable
CREATE TABLE "referral_source" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "referral_source_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "custom_field_response_tenant_id_field_id_idx" ON "custom_field_response"("tenant_id", "field_id");

-- CreateIndex
CREATE INDEX "custom_field_response_tenant_id_event_id_order_id_idx" ON "custom_field_response"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "custom_field_response_tenant_id_event_id_sponsor_id_idx" ON "custom_field_response"("tenant_id", "event_id", "sponsor_id");

-- CreateIndex
CREATE INDEX "custom_field_response_tenant_id_event_id_exhibitor_id_idx" ON "custom_field_response"("tenant_id", "event_id", "exhibitor_id");

-- CreateIndex
CREATE INDEX "event_question_tenant_id_field_id_idx" ON "event_question"("tenant_id", "field_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_question_tenant_id_event_id_id_key" ON "event_question"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_question_tenant_id_event_id_asked_key_key" ON "event_question"("tenant_id", "event_id", "asked_key");

-- CreateIndex
CREATE INDEX "event_question_type_tenant_id_event_id_question_id_idx" ON "event_question_type"("tenant_id", "event_id", "question_id");

-- CreateIndex
CREATE INDEX "event_question_type_tenant_id_event_id_type_id_idx" ON "event_question_type"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_source_tenant_id_name_key_key" ON "referral_source"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "event_order_tenant_id_referral_source_id_idx" ON "event_order"("tenant_id", "referral_source_id");

-- AddForeignKey
ALTER TABLE "custom_field_response" ADD CONSTRAINT "custom_field_response_tenant_id_field_id_fkey" FOREIGN KEY ("tenant_id", "field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_field_response" ADD CONSTRAINT "custom_field_response_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_field_response" ADD CONSTRAINT "custom_field_response_tenant_id_event_id_sponsor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "sponsor_id") REFERENCES "event_sponsor"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "custom_field_response" ADD CONSTRAINT "custom_field_response_tenant_id_event_id_exhibitor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "exhibitor_id") REFERENCES "event_exhibitor"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_question" ADD CONSTRAINT "event_question_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_question" ADD CONSTRAINT "event_question_tenant_id_field_id_fkey" FOREIGN KEY ("tenant_id", "field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_question_type" ADD CONSTRAINT "event_question_type_tenant_id_event_id_question_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "question_id") REFERENCES "event_question"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_question_type" ADD CONSTRAINT "event_question_type_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_referral_source_id_fkey" FOREIGN KEY ("tenant_id", "referral_source_id") REFERENCES "referral_source"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- Existing tenants get the referral sources that new ones start with.
INSERT INTO referral_source (tenant_id, name, name_key, position)
SELECT t.id, s.name, lower(s.name), s.position FROM tenant t, (VALUES
  ('Website', 1), ('Search engine', 2), ('Newsletter', 3), ('Social media', 4), ('Colleague or friend', 5), ('Other', 6)
) AS s (name, position);

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['event_question', 'event_question_type', 'referral_source'] LOOP
    PERFORM secure_tenant_table(owned::regclass);
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
SELECT secure_tenant_table('custom_field_response');
SELECT chapter_wall_by_parent('custom_field_response', 'order_id,event_order,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event_question
  ADD CONSTRAINT event_question_applies_to CHECK (applies_to IN ('Attendee', 'Payer', 'Sponsor', 'Exhibitor'));
ALTER TABLE referral_source
  ADD CONSTRAINT referral_source_position CHECK (position >= 0);
ALTER TABLE custom_field_response
  ADD CONSTRAINT custom_field_response_owner CHECK (num_nonnulls(sponsor_id, exhibitor_id) <= 1);
