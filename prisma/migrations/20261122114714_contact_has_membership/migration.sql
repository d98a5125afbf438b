-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "has_membership" BOOLEAN NOT NULL DEFAULT false;

SET ROLE guildhall_system;
UPDATE contact c SET has_membership = true
  WHERE EXISTS (SELECT FROM membership m WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
    AND (m.status IN ('Pending', 'Active', 'Grace', 'Suspended')
      OR EXISTS (SELECT FROM membership_term w WHERE w.tenant_id = m.tenant_id AND w.membership_id = m.id
        AND w.activated_at IS NULL AND w.voided_at IS NULL)));
RESET ROLE;
