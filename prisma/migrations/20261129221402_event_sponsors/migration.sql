-- AlterTable
ALTER TABLE "event_sponsor" ADD COLUMN     "address1" TEXT,
ADD COLUMN     "address2" TEXT,
ADD COLUMN     "approval_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "benefit_package_id" INTEGER,
ADD COLUMN     "city" TEXT,
ADD COLUMN     "country_id" INTEGER,
ADD COLUMN     "email_address" TEXT,
ADD COLUMN     "first_name" TEXT,
ADD COLUMN     "last_name" TEXT,
ADD COLUMN     "leaves_out_organization" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "leaves_out_person" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "middle_name" TEXT,
ADD COLUMN     "organization_email" TEXT,
ADD COLUMN     "organization_phone" TEXT,
ADD COLUMN     "person_id" INTEGER,
ADD COLUMN     "phone" TEXT,
ADD COLUMN     "postal_code" TEXT,
ADD COLUMN     "prefix" TEXT,
ADD COLUMN     "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "state_province" TEXT,
ADD COLUMN     "suffix" TEXT;

-- CreateIndex
CREATE INDEX "event_sponsor_tenant_id_person_id_idx" ON "event_sponsor"("tenant_id", "person_id");

-- CreateIndex
CREATE INDEX "event_sponsor_tenant_id_benefit_package_id_idx" ON "event_sponsor"("tenant_id", "benefit_package_id");

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_sponsor" ADD CONSTRAINT "event_sponsor_tenant_id_benefit_package_id_fkey" FOREIGN KEY ("tenant_id", "benefit_package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- A sponsor is matched with two contacts: a caller limited to chapters needs both.
DROP POLICY whole_tenant ON event_sponsor;
DROP POLICY chapter_read ON event_sponsor;
DROP POLICY chapter_add ON event_sponsor;
DROP POLICY chapter_change ON event_sponsor;
DROP POLICY chapter_remove ON event_sponsor;
SELECT chapter_wall_by_contact('event_sponsor', 'contact_id', 'person_id');

ALTER TABLE benefit_grant DROP CONSTRAINT benefit_grant_source;
ALTER TABLE benefit_grant ADD CONSTRAINT benefit_grant_source
  CHECK (source_kind IN ('membership-term', 'sponsor', 'eventsponsor', 'adjustment'));
ALTER TABLE event_sponsor
  ADD CONSTRAINT event_sponsor_price CHECK (price >= 0),
  ADD CONSTRAINT event_sponsor_approvals CHECK (approval_count >= 0);

-- Sponsors that were submitted before have their fee in the line of the order, and their people in the registrations.
UPDATE event_sponsor k SET price = l.amount FROM event_order_line l
  WHERE l.tenant_id = k.tenant_id AND l.event_id = k.event_id AND l.sponsor_id = k.id;
UPDATE event_sponsor k SET person_id = g.contact_id, prefix = g.prefix, first_name = g.first_name,
    middle_name = g.middle_name, last_name = g.last_name, suffix = g.suffix, email_address = g.email_address
  FROM (SELECT DISTINCT ON (tenant_id, sponsor_id) * FROM event_registration WHERE sponsor_id IS NOT NULL
    ORDER BY tenant_id, sponsor_id, position) g
  WHERE g.tenant_id = k.tenant_id AND g.event_id = k.event_id AND g.sponsor_id = k.id AND k.status_id <> 0;
