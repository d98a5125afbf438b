-- AlterTable
ALTER TABLE "event" ADD COLUMN     "calendar_uid" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "can_cancel" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "cancellation_rules" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "cancellation_fault" TEXT,
ADD COLUMN     "manage_hash" BYTEA;

-- AlterTable
ALTER TABLE "event_registration" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN     "refund_id" INTEGER;

-- AlterTable
ALTER TABLE "mail_message" ADD COLUMN     "texts" JSONB;

-- CreateTable
CREATE TABLE "event_cancellation" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "reason" TEXT,
    "orders" INTEGER NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_cancellation_pkey" PRIMARY KEY ("tenant_id","event_id")
);

-- CreateTable
CREATE TABLE "event_refund" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "credit_id" INTEGER NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "charge_amount" DECIMAL(14,2) NOT NULL,
    "is_settled" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_refund_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_refund_tenant_id_event_id_order_id_idx" ON "event_refund"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_refund_tenant_id_credit_id_idx" ON "event_refund"("tenant_id", "credit_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_refund_tenant_id_event_id_id_key" ON "event_refund"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_tenant_id_manage_hash_key" ON "event_order"("tenant_id", "manage_hash");

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_refund_id_idx" ON "event_registration"("tenant_id", "event_id", "refund_id");

-- AddForeignKey
ALTER TABLE "event_cancellation" ADD CONSTRAINT "event_cancellation_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_refund" ADD CONSTRAINT "event_refund_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_refund" ADD CONSTRAINT "event_refund_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id") REFERENCES "credit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_refund_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "refund_id") REFERENCES "event_refund"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_cancellation');
SELECT secure_tenant_table('event_refund');
SELECT chapter_wall_list('event_cancellation');
SELECT chapter_wall_by_parent('event_refund', 'order_id,event_order,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Items of calendars keep their identifiers; the event has the same one.
SET LOCAL ROLE guildhall_system;
UPDATE event e SET calendar_uid = i.uid FROM calendar_item i WHERE i.tenant_id = e.tenant_id AND i.event_id = e.id;
RESET ROLE;

-- People that wait for a seat, in the order in which seats are offered to them.
-- by hand: event_registration_waiting
CREATE INDEX event_registration_waiting ON event_registration (tenant_id, event_id, registered_at, id)
  WHERE status_id = 11 AND held_until IS NULL;
-- Refunds whose money is not returned yet.
-- by hand: event_refund_open
CREATE INDEX event_refund_open ON event_refund (tenant_id, event_id, order_id) WHERE NOT is_settled;

ALTER TABLE event ADD CONSTRAINT event_cancellation_rules CHECK (jsonb_typeof(cancellation_rules) = 'array');
ALTER TABLE event_refund
  ADD CONSTRAINT event_refund_amounts CHECK (total > 0 AND charge_amount >= 0 AND charge_amount <= total);
