-- CreateTable
CREATE TABLE "event_group" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "type_id" INTEGER,
    "registration_id" INTEGER,
    "name" TEXT,
    "max_to_assign" INTEGER,
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "session_id" INTEGER,

    CONSTRAINT "event_group_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "event_group_member" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "registration_id" INTEGER NOT NULL,
    "seating" INTEGER NOT NULL,
    "seat_number" SMALLINT,

    CONSTRAINT "event_group_member_pkey" PRIMARY KEY ("tenant_id","registration_id","seating")
);

-- CreateIndex
CREATE INDEX "event_group_tenant_id_event_id_type_id_idx" ON "event_group"("tenant_id", "event_id", "type_id");

-- CreateIndex
CREATE INDEX "event_group_tenant_id_event_id_session_id_idx" ON "event_group"("tenant_id", "event_id", "session_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_group_tenant_id_event_id_id_key" ON "event_group"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "event_group_tenant_id_event_id_number_key" ON "event_group"("tenant_id", "event_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "event_group_tenant_id_event_id_registration_id_key" ON "event_group"("tenant_id", "event_id", "registration_id");

-- CreateIndex
CREATE INDEX "event_group_member_tenant_id_event_id_group_id_idx" ON "event_group_member"("tenant_id", "event_id", "group_id");

-- CreateIndex
CREATE INDEX "event_group_member_tenant_id_event_id_registration_id_idx" ON "event_group_member"("tenant_id", "event_id", "registration_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_group_member_tenant_id_group_id_seat_number_key" ON "event_group_member"("tenant_id", "group_id", "seat_number");

-- AddForeignKey
ALTER TABLE "event_group" ADD CONSTRAINT "event_group_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_group" ADD CONSTRAINT "event_group_tenant_id_event_id_type_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "type_id") REFERENCES "event_registration_type"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_group" ADD CONSTRAINT "event_group_tenant_id_event_id_registration_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "registration_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_group" ADD CONSTRAINT "event_group_tenant_id_event_id_session_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "session_id") REFERENCES "event_session"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_group_member" ADD CONSTRAINT "event_group_member_tenant_id_event_id_group_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "group_id") REFERENCES "event_group"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_group_member" ADD CONSTRAINT "event_group_member_tenant_id_event_id_registration_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "registration_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_group');
SELECT secure_tenant_table('event_group_member');
SELECT chapter_wall_list('event_group');
SELECT chapter_wall_by_parent('event_group_member', 'registration_id,event_registration,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event_group
  ADD CONSTRAINT event_group_number CHECK (number > 0 AND position >= 0),
  ADD CONSTRAINT event_group_members CHECK (max_to_assign >= 0);
ALTER TABLE event_group_member
  ADD CONSTRAINT event_group_member_seat CHECK (seat_number > 0);
