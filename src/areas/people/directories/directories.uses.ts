import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

/** What the listings of directories use. Those of deleted contacts lose their listing type with its deletion. */
export const directoryUses: readonly RecordUse[] = [
  {
    of: 'directorylistingtype',
    user: 'listing',
    users: 'listings',
    scope: 'directories:read',
    remedy: 'Give the listing another listing type first.',
    rows: (tenantId) => Prisma.sql`SELECT l.listing_type_id AS used_id, l.id, c.display_name AS name
      FROM directory_listing l JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id
      WHERE l.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]
