import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'

/** Memberships and their types own the files in their custom fields. */
export const membershipFiles: readonly FileOwner[] = [
  {
    kind: 'membership',
    remedy: 'The file belongs to a membership. Remove it there.',
    scope: 'memberships:read',
    rows: (tenantId) => Prisma.sql`SELECT m.id, c.display_name AS name FROM membership m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id AND c.deleted_at IS NULL
      WHERE m.tenant_id = ${tenantId}::integer`,
  },
  {
    kind: 'membershiptype',
    remedy: 'The file belongs to a membership type. Remove it there.',
    scope: 'memberships:read',
    rows: (tenantId) => Prisma.sql`SELECT t.id, t.name FROM membership_type t WHERE t.tenant_id = ${tenantId}::integer`,
  },
]
