-- CreateTable
CREATE TABLE "event_order" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'cart',
    "held_until" TIMESTAMPTZ(3),
    "form" JSONB NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "contact_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_order_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_registration" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "status_id" SMALLINT NOT NULL,
    "seats" SMALLINT NOT NULL,
    "held_until" TIMESTAMPTZ(3),
    "pointer" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "contact_id" INTEGER,
    "prefix" TEXT,
    "first_name" TEXT,
    "middle_name" TEXT,
    "last_name" TEXT,
    "suffix" TEXT,
    "badge_name" TEXT,
    "email_address" TEXT,
    "organization_name" TEXT,
    "title" TEXT,
    "group_number" INTEGER,
    "discount_id" INTEGER,
    "sponsor_id" INTEGER,
    "exhibitor_id" INTEGER,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_registration_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_registration_session" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "registration_id" INTEGER NOT NULL,
    "session_id" INTEGER NOT NULL,

    CONSTRAINT "event_registration_session_pkey" PRIMARY KEY ("tenant_id","registration_id","session_id")
);

-- CreateTable
CREATE TABLE "event_order_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "event_order_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_sponsor" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER,
    "tier_id" INTEGER NOT NULL,
    "status_id" SMALLINT NOT NULL,
    "name" TEXT,
    "web_address" TEXT,
    "pointer" TEXT,
    "contact_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_sponsor_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_exhibitor" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'cart',
    "name" TEXT,
    "booth_preference" TEXT,
    "pointer" TEXT NOT NULL,

    CONSTRAINT "event_exhibitor_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_order_tenant_id_contact_id_idx" ON "event_order"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_tenant_id_key_hash_key" ON "event_order"("tenant_id", "key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_tenant_id_event_id_id_key" ON "event_order"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_status_id_type_id_idx" ON "event_registration"("tenant_id", "event_id", "status_id", "type_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_order_id_idx" ON "event_registration"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_type_id_idx" ON "event_registration"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_discount_id_idx" ON "event_registration"("tenant_id", "event_id", "discount_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_sponsor_id_idx" ON "event_registration"("tenant_id", "event_id", "sponsor_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_exhibitor_id_idx" ON "event_registration"("tenant_id", "event_id", "exhibitor_id");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_contact_id_idx" ON "event_registration"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_registration_tenant_id_event_id_id_key" ON "event_registration"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE INDEX "event_registration_session_tenant_id_event_id_registration__idx" ON "event_registration_session"("tenant_id", "event_id", "registration_id");

-- CreateIndex
CREATE INDEX "event_registration_session_tenant_id_event_id_session_id_idx" ON "event_registration_session"("tenant_id", "event_id", "session_id");

-- CreateIndex
CREATE INDEX "event_order_item_tenant_id_event_id_order_id_idx" ON "event_order_item"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_order_item_tenant_id_event_id_item_id_idx" ON "event_order_item"("tenant_id", "event_id", "item_id");

-- CreateIndex
CREATE INDEX "event_sponsor_tenant_id_event_id_order_id_idx" ON "event_sponsor"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_sponsor_tenant_id_event_id_tier_id_idx" ON "event_sponsor"("tenant_id", "event_id", "tier_id");

-- CreateIndex
CREATE INDEX "event_sponsor_tenant_id_contact_id_idx" ON "event_sponsor"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_sponsor_tenant_id_event_id_id_key" ON "event_sponsor"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE INDEX "event_exhibitor_tenant_id_event_id_order_id_idx" ON "event_exhibitor"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_exhibitor_tenant_id_event_id_type_id_idx" ON "event_exhibitor"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_exhibitor_tenant_id_event_id_id_key" ON "event_exhibitor"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_exhibitor_type_tenant_id_event_id_id_key" ON "event_exhibitor_type"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_item_tenant_id_event_id_id_key" ON "event_item"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_tier_tenant_id_event_id_id_key" ON "event_tier"("tenant_id", "event_id", "id");

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_discount_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "discount_id") REFERENCES "event_discount"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_sponsor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "sponsor_id") REFERENCES "event_sponsor"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_exhibitor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "exhibitor_id") REFERENCES "event_exhibitor"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_session" ADD CONSTRAINT "event_registration_session_tenant_id_event_id_registration_fkey" FOREIGN KEY ("tenant_id", "event_id", "registration_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_session" ADD CONSTRAINT "event_registration_session_tenant_id_event_id_session_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "session_id") REFERENCES "event_session"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_item" ADD CONSTRAINT "event_order_item_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_item" ADD CONSTRAINT "event_order_item_tenant_id_event_id_item_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "item_id") REFERENCES "event_item"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_event_id_tier_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "tier_id") REFERENCES "event_tier"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_exhibitor" ADD CONSTRAINT "event_exhibitor_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_exhibitor" ADD CONSTRAINT "event_exhibitor_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_exhibitor_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['event_order', 'event_registration', 'event_registration_session', 'event_order_item',
    'event_sponsor', 'event_exhibitor']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['event_order', 'event_registration', 'event_sponsor'] LOOP
    PERFORM chapter_wall_by_contact(owned::regclass, 'contact_id');
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['event_order_item', 'event_exhibitor'] LOOP
    PERFORM chapter_wall_by_parent(owned::regclass, 'order_id,event_order,contact_id');
  END LOOP;
  PERFORM chapter_wall_by_parent('event_registration_session', 'registration_id,event_registration,contact_id');
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Finds the tenant of an event whose id a visitor names.
-- by hand: event_by_id
CREATE INDEX event_by_id ON event (id);
-- Counts the places that are taken, and finds who waits.
-- by hand: event_registration_taking
CREATE INDEX event_registration_taking ON event_registration (tenant_id, event_id, type_id, status_id, held_until)
  WHERE status_id IN (1, 2, 3, 4, 5, 6, 7, 11, 14);

ALTER TABLE event_order
  ADD CONSTRAINT event_order_state CHECK (state IN ('cart', 'expired', 'submitted')),
  ADD CONSTRAINT event_order_held CHECK ((state = 'cart') = (held_until IS NOT NULL)),
  ADD CONSTRAINT event_order_payer CHECK (state <> 'submitted' OR contact_id IS NOT NULL),
  ADD CONSTRAINT event_order_total CHECK (total >= 0);
ALTER TABLE event_registration
  ADD CONSTRAINT event_registration_status CHECK (status_id BETWEEN 1 AND 15),
  ADD CONSTRAINT event_registration_held CHECK (status_id <> 14 OR held_until IS NOT NULL),
  ADD CONSTRAINT event_registration_seats CHECK (seats >= 0);
ALTER TABLE event_order_item
  ADD CONSTRAINT event_order_item_amounts CHECK (quantity > 0 AND amount >= 0);
ALTER TABLE event_sponsor
  ADD CONSTRAINT event_sponsor_status CHECK (status_id BETWEEN 0 AND 5);
ALTER TABLE event_exhibitor
  ADD CONSTRAINT event_exhibitor_state CHECK (state IN ('cart', 'registered', 'cancelled'));
