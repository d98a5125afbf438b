-- AlterTable
ALTER TABLE "calendar_item" ADD COLUMN     "event_id" INTEGER;

-- CreateTable
CREATE TABLE "event" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Draft',
    "short_description" TEXT,
    "description" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "time_zone" TEXT NOT NULL,
    "location" TEXT,
    "capacity" INTEGER,
    "has_waiting_list" BOOLEAN NOT NULL DEFAULT false,
    "offer_hours" SMALLINT NOT NULL DEFAULT 48,
    "requires_approval" BOOLEAN NOT NULL DEFAULT false,
    "membership_proof" TEXT NOT NULL DEFAULT 'None',
    "registration_opens" TIMESTAMPTZ(3),
    "registration_closes" TIMESTAMPTZ(3),
    "payment_kinds" TEXT[],
    "tax_set_id" INTEGER,
    "calendar_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_registration_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "member_price" DECIMAL(14,2),
    "early_price" DECIMAL(14,2),
    "early_member_price" DECIMAL(14,2),
    "early_ends_on" DATE,
    "fee_item_id" INTEGER,
    "capacity" INTEGER,
    "seats" SMALLINT NOT NULL DEFAULT 1,
    "max_per_order" SMALLINT,
    "is_for_members" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "benefit_item_id" INTEGER,
    "benefit_percent" SMALLINT NOT NULL DEFAULT 100,

    CONSTRAINT "event_registration_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_session" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "fee_item_id" INTEGER,
    "capacity" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "event_session_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_session_type" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "session_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,

    CONSTRAINT "event_session_type_pkey" PRIMARY KEY ("tenant_id","session_id","type_id")
);

-- CreateTable
CREATE TABLE "event_tier" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "fee_item_id" INTEGER,
    "max_quantity" INTEGER,
    "included_seats" SMALLINT NOT NULL DEFAULT 0,
    "included_type_id" INTEGER,
    "sponsorship_type_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "event_tier_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_exhibitor_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "fee_item_id" INTEGER,
    "max_quantity" INTEGER,
    "included_seats" SMALLINT NOT NULL DEFAULT 0,
    "included_type_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "event_exhibitor_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "is_donation" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "fee_item_id" INTEGER,
    "max_quantity" INTEGER,
    "max_per_order" SMALLINT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "event_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_discount" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "percent" DECIMAL(5,2),
    "amount" DECIMAL(14,2),
    "starts_on" DATE,
    "ends_on" DATE,
    "max_uses" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "event_discount_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_discount_type" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "discount_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,

    CONSTRAINT "event_discount_type_pkey" PRIMARY KEY ("tenant_id","discount_id","type_id")
);

-- CreateIndex
CREATE INDEX "event_tenant_id_starts_at_id_idx" ON "event"("tenant_id", "starts_at", "id");

-- CreateIndex
CREATE INDEX "event_tenant_id_tax_set_id_idx" ON "event"("tenant_id", "tax_set_id");

-- CreateIndex
CREATE INDEX "event_tenant_id_calendar_id_idx" ON "event"("tenant_id", "calendar_id");

-- CreateIndex
CREATE INDEX "event_registration_type_tenant_id_fee_item_id_idx" ON "event_registration_type"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE INDEX "event_registration_type_tenant_id_benefit_item_id_idx" ON "event_registration_type"("tenant_id", "benefit_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_registration_type_tenant_id_event_id_id_key" ON "event_registration_type"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_registration_type_tenant_id_event_id_name_key_key" ON "event_registration_type"("tenant_id", "event_id", "name_key");

-- CreateIndex
CREATE INDEX "event_session_tenant_id_fee_item_id_idx" ON "event_session"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_session_tenant_id_event_id_id_key" ON "event_session"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_session_tenant_id_event_id_name_key_key" ON "event_session"("tenant_id", "event_id", "name_key");

-- CreateIndex
CREATE INDEX "event_session_type_tenant_id_event_id_session_id_idx" ON "event_session_type"("tenant_id", "event_id", "session_id");

-- CreateIndex
CREATE INDEX "event_session_type_tenant_id_event_id_type_id_idx" ON "event_session_type"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE INDEX "event_tier_tenant_id_fee_item_id_idx" ON "event_tier"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE INDEX "event_tier_tenant_id_event_id_included_type_id_idx" ON "event_tier"("tenant_id", "event_id", "included_type_id");

-- CreateIndex
CREATE INDEX "event_tier_tenant_id_sponsorship_type_id_idx" ON "event_tier"("tenant_id", "sponsorship_type_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_tier_tenant_id_event_id_name_key_key" ON "event_tier"("tenant_id", "event_id", "name_key");

-- CreateIndex
CREATE INDEX "event_exhibitor_type_tenant_id_fee_item_id_idx" ON "event_exhibitor_type"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE INDEX "event_exhibitor_type_tenant_id_event_id_included_type_id_idx" ON "event_exhibitor_type"("tenant_id", "event_id", "included_type_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_exhibitor_type_tenant_id_event_id_name_key_key" ON "event_exhibitor_type"("tenant_id", "event_id", "name_key");

-- CreateIndex
CREATE INDEX "event_item_tenant_id_fee_item_id_idx" ON "event_item"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_item_tenant_id_event_id_is_donation_name_key_key" ON "event_item"("tenant_id", "event_id", "is_donation", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "event_discount_tenant_id_event_id_id_key" ON "event_discount"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_discount_tenant_id_event_id_code_key_key" ON "event_discount"("tenant_id", "event_id", "code_key");

-- CreateIndex
CREATE INDEX "event_discount_type_tenant_id_event_id_discount_id_idx" ON "event_discount_type"("tenant_id", "event_id", "discount_id");

-- CreateIndex
CREATE INDEX "event_discount_type_tenant_id_event_id_type_id_idx" ON "event_discount_type"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "calendar_item_tenant_id_event_id_key" ON "calendar_item"("tenant_id", "event_id");

-- AddForeignKey
ALTER TABLE "calendar_item" ADD CONSTRAINT "calendar_item_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_tenant_id_calendar_id_fkey" FOREIGN KEY ("tenant_id", "calendar_id") REFERENCES "calendar"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_type" ADD CONSTRAINT "event_registration_type_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_type" ADD CONSTRAINT "event_registration_type_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_type" ADD CONSTRAINT "event_registration_type_tenant_id_benefit_item_id_fkey" FOREIGN KEY ("tenant_id", "benefit_item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_session" ADD CONSTRAINT "event_session_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_session" ADD CONSTRAINT "event_session_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_session_type" ADD CONSTRAINT "event_session_type_tenant_id_event_id_session_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "session_id") REFERENCES "event_session"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_session_type" ADD CONSTRAINT "event_session_type_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_tier" ADD CONSTRAINT "event_tier_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_tier" ADD CONSTRAINT "event_tier_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_tier" ADD CONSTRAINT "event_tier_tenant_id_event_id_included_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "included_type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_tier" ADD CONSTRAINT "event_tier_tenant_id_sponsorship_type_id_fkey" FOREIGN KEY ("tenant_id", "sponsorship_type_id") REFERENCES "sponsorship_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_exhibitor_type" ADD CONSTRAINT "event_exhibitor_type_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_exhibitor_type" ADD CONSTRAINT "event_exhibitor_type_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_exhibitor_type" ADD CONSTRAINT "event_exhibitor_type_tenant_id_event_id_included_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "included_type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_item" ADD CONSTRAINT "event_item_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_item" ADD CONSTRAINT "event_item_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_discount" ADD CONSTRAINT "event_discount_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_discount_type" ADD CONSTRAINT "event_discount_type_tenant_id_event_id_discount_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "discount_id") REFERENCES "event_discount"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_discount_type" ADD CONSTRAINT "event_discount_type_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['event', 'event_registration_type', 'event_session', 'event_session_type', 'event_tier',
    'event_exhibitor_type', 'event_item', 'event_discount', 'event_discount_type']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event
  ADD CONSTRAINT event_status CHECK (status IN ('Draft', 'Published', 'Cancelled')),
  ADD CONSTRAINT event_times CHECK (ends_at > starts_at AND registration_closes > registration_opens),
  ADD CONSTRAINT event_capacity CHECK (capacity >= 0),
  ADD CONSTRAINT event_proof CHECK (membership_proof IN ('None', 'Invitation', 'SignIn')),
  ADD CONSTRAINT event_payment_kinds CHECK (payment_kinds <@ ARRAY['Card', 'BankDebit', 'Invoice']);
ALTER TABLE event_registration_type
  ADD CONSTRAINT event_registration_type_prices CHECK (price >= 0 AND member_price BETWEEN 0 AND price
    AND early_price BETWEEN 0 AND price AND early_member_price BETWEEN 0 AND price),
  ADD CONSTRAINT event_registration_type_early CHECK (early_ends_on IS NOT NULL OR coalesce(early_price, early_member_price) IS NULL),
  ADD CONSTRAINT event_registration_type_item CHECK (fee_item_id IS NOT NULL OR price = 0),
  ADD CONSTRAINT event_registration_type_seats CHECK (seats > 0 AND capacity >= 0 AND max_per_order > 0),
  ADD CONSTRAINT event_registration_type_benefit CHECK (benefit_percent BETWEEN 1 AND 100);
ALTER TABLE event_session
  ADD CONSTRAINT event_session_times CHECK (ends_at > starts_at),
  ADD CONSTRAINT event_session_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR price = 0) AND capacity >= 0);
ALTER TABLE event_tier
  ADD CONSTRAINT event_tier_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR price = 0) AND max_quantity >= 0),
  ADD CONSTRAINT event_tier_seats CHECK (included_seats >= 0 AND (included_seats > 0) = (included_type_id IS NOT NULL));
ALTER TABLE event_exhibitor_type
  ADD CONSTRAINT event_exhibitor_type_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR price = 0) AND max_quantity >= 0),
  ADD CONSTRAINT event_exhibitor_type_seats CHECK (included_seats >= 0 AND (included_seats > 0) = (included_type_id IS NOT NULL));
ALTER TABLE event_item
  ADD CONSTRAINT event_item_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR (price = 0 AND NOT is_donation))),
  ADD CONSTRAINT event_item_pieces CHECK (max_quantity >= 0 AND max_per_order > 0);
ALTER TABLE event_discount
  ADD CONSTRAINT event_discount_value CHECK ((percent IS NULL) <> (amount IS NULL) AND percent BETWEEN 0 AND 100 AND amount >= 0),
  ADD CONSTRAINT event_discount_days CHECK (ends_on >= starts_on),
  ADD CONSTRAINT event_discount_uses CHECK (max_uses > 0);
