-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "manual_status_id" SMALLINT;

-- What Prisma cannot express.

-- The copy changes nothing that the change feed shows.
ALTER TABLE contact DISABLE TRIGGER contact_feed_stamp;
SET LOCAL ROLE guildhall_system;
UPDATE contact SET manual_status_id = status_id WHERE status_is_manual;
RESET ROLE;
ALTER TABLE contact ENABLE TRIGGER contact_feed_stamp;

-- An active membership, the contact's own or one that covers its people, takes precedence over Prospective, NonMember
-- and Inactive set by hand.
SET LOCAL ROLE guildhall_system;
UPDATE contact c SET status_id = 2 FROM tenant t
WHERE t.id = c.tenant_id AND c.manual_status_id IN (1, 8, 16) AND (
  EXISTS (SELECT FROM membership m
    WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id AND m.status IN ('Active', 'Grace'))
  OR EXISTS (SELECT FROM contact_role r
    JOIN contact o ON o.tenant_id = r.tenant_id AND o.id = r.organization_id AND o.deleted_at IS NULL
    JOIN membership m ON m.tenant_id = o.tenant_id AND m.contact_id = o.id AND m.status IN ('Active', 'Grace')
    JOIN membership_type y ON y.tenant_id = m.tenant_id AND y.id = m.type_id AND y.covers_people
    WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id
      AND coalesce(r.start_date, '-infinity') <= (now() AT TIME ZONE t.time_zone)::date
      AND coalesce(r.end_date, 'infinity') >= (now() AT TIME ZONE t.time_zone)::date));
RESET ROLE;

-- AlterTable
ALTER TABLE "contact" DROP COLUMN "status_is_manual";
