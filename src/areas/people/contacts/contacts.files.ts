import type { FileOwner } from '#kernel/files/file-owner'
import { Prisma } from '#prisma/client'

/** Contacts own their profile images, and the files in their custom fields. */
export const contactFiles: readonly FileOwner[] = [
  {
    kind: 'contact',
    scope: 'contacts:read',
    rows: (tenantId) => Prisma.sql`SELECT c.id, c.display_name AS name FROM contact c
      WHERE c.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]
