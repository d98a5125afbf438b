-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "invitation_id" INTEGER;

-- AlterTable
ALTER TABLE "event_registration_type" ADD COLUMN     "is_for_invited" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "event_invitation" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "type_id" INTEGER,
    "code_hash" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'Invited',
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "is_mail_due" BOOLEAN NOT NULL DEFAULT false,
    "declined_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_invitation_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_invitation_run" (
    "tenant_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "type_id" INTEGER,
    "message" TEXT,
    "contact_ids" INTEGER[],
    "contact_count" INTEGER NOT NULL,
    "invited_count" INTEGER NOT NULL DEFAULT 0,
    "already_invited_count" INTEGER NOT NULL DEFAULT 0,
    "already_registered_count" INTEGER NOT NULL DEFAULT 0,
    "without_address_count" INTEGER NOT NULL DEFAULT 0,
    "unknown_count" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'running',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "event_invitation_run_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_invitation_tenant_id_contact_id_idx" ON "event_invitation"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "event_invitation_tenant_id_event_id_type_id_idx" ON "event_invitation"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitation_tenant_id_event_id_id_key" ON "event_invitation"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitation_tenant_id_event_id_contact_id_key" ON "event_invitation"("tenant_id", "event_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitation_tenant_id_code_hash_key" ON "event_invitation"("tenant_id", "code_hash");

-- CreateIndex
CREATE INDEX "event_invitation_run_tenant_id_event_id_idx" ON "event_invitation_run"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "event_invitation_run_tenant_id_finished_at_idx" ON "event_invitation_run"("tenant_id", "finished_at");

-- CreateIndex
CREATE UNIQUE INDEX "event_invitation_run_tenant_id_number_key" ON "event_invitation_run"("tenant_id", "number");

-- CreateIndex
CREATE INDEX "event_order_tenant_id_event_id_invitation_id_idx" ON "event_order"("tenant_id", "event_id", "invitation_id");

-- AddForeignKey
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_invitation" ADD CONSTRAINT "event_invitation_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_invitation_run" ADD CONSTRAINT "event_invitation_run_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_event_id_invitation_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "invitation_id") REFERENCES "event_invitation"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_invitation');
SELECT secure_tenant_table('event_invitation_run');
SELECT chapter_wall_by_contact('event_invitation', 'contact_id');
SELECT chapter_wall_closed('event_invitation_run');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event_invitation
  ADD CONSTRAINT event_invitation_state CHECK (state IN ('Invited', 'Declined', 'Registered')),
  ADD CONSTRAINT event_invitation_declined CHECK ((state = 'Declined') = (declined_at IS NOT NULL));
ALTER TABLE event_invitation_run
  ADD CONSTRAINT event_invitation_run_status CHECK (status IN ('running', 'completed', 'stopped')),
  ADD CONSTRAINT event_invitation_run_finished CHECK ((status = 'running') = (finished_at IS NULL));
