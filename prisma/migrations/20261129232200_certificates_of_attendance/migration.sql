-- AlterTable
ALTER TABLE "event" ADD COLUMN     "certificate_credits" DECIMAL(10,2) NOT NULL DEFAULT 0,
ADD COLUMN     "certificate_hours" DECIMAL(10,2) NOT NULL DEFAULT 0,
ADD COLUMN     "certification_id" INTEGER,
ADD COLUMN     "has_certificates" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "event_certificate" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "event_id" INTEGER NOT NULL,
    "registration_id" INTEGER NOT NULL,
    "issued_on" DATE NOT NULL,
    "hours" DECIMAL(10,2) NOT NULL,
    "credits" DECIMAL(10,2) NOT NULL,
    "entry_id" INTEGER,

    CONSTRAINT "event_certificate_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_certificate_tenant_id_entry_id_idx" ON "event_certificate"("tenant_id", "entry_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_certificate_tenant_id_event_id_registration_id_key" ON "event_certificate"("tenant_id", "event_id", "registration_id");

-- CreateIndex
CREATE INDEX "event_tenant_id_certification_id_idx" ON "event"("tenant_id", "certification_id");

-- AddForeignKey
ALTER TABLE "event" ADD CONSTRAINT "event_tenant_id_certification_id_fkey" FOREIGN KEY ("tenant_id", "certification_id") REFERENCES "certification"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_certificate" ADD CONSTRAINT "event_certificate_tenant_id_event_id_registration_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "registration_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_certificate" ADD CONSTRAINT "event_certificate_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "contact_certification"("tenant_id", "id") ON DELETE SET NULL ("entry_id") ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_certificate');
SELECT chapter_wall_by_parent('event_certificate', 'registration_id,event_registration,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event ADD CONSTRAINT event_certificates CHECK (certificate_hours >= 0 AND certificate_credits >= 0);
ALTER TABLE event_certificate ADD CONSTRAINT event_certificate_amounts CHECK (hours >= 0 AND credits >= 0);
ALTER TABLE printout DROP CONSTRAINT printout_kind,
  ADD CONSTRAINT printout_kind CHECK (kind IN ('invoice', 'receipt', 'statement', 'certificate'));

-- Templates that are not edited follow the built-in one, which shows credits without hours now.
SET LOCAL ROLE guildhall_system;
UPDATE document_template SET built_in_version = 2, audit_id = audit_id + 1, html = replace(html,
$html${% if event.hours %}<p>{{ event.hours }} {% if event.hours == 1 %}hour{% else %}hours{% endif %}{% if event.credits %}, {{ event.credits }} {% if event.credits == 1 %}credit{% else %}credits{% endif %}{% endif %}</p>
{% endif %}$html$,
$html${% if event.hours %}<p>{{ event.hours }} {% if event.hours == 1 %}hour{% else %}hours{% endif %}</p>
{% endif %}{% if event.credits %}<p>{{ event.credits }} {% if event.credits == 1 %}credit{% else %}credits{% endif %}</p>
{% endif %}$html$)
WHERE key = 'certificate' AND NOT is_edited AND built_in_version = 1;
RESET ROLE;
