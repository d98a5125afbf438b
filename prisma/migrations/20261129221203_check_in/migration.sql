-- AlterTable
ALTER TABLE "event" ADD COLUMN     "marks_no_shows" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "event_registration" ADD COLUMN     "check_in_key" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "checked_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "checked_in_by" TEXT;

-- AlterTable
ALTER TABLE "event_registration_session" ADD COLUMN     "checked_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "checked_in_by" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "event_registration_tenant_id_event_id_check_in_key_key" ON "event_registration"("tenant_id", "event_id", "check_in_key");

-- What Prisma cannot express.

ALTER TABLE event_registration
  ADD CONSTRAINT event_registration_checked_in CHECK ((checked_in_at IS NULL) = (checked_in_by IS NULL));
ALTER TABLE event_registration_session
  ADD CONSTRAINT event_registration_session_checked_in CHECK ((checked_in_at IS NULL) = (checked_in_by IS NULL));
