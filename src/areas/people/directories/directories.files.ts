import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'

/** Listings own the files in their custom fields. */
export const directoryFiles: readonly FileOwner[] = [
  {
    kind: 'directorylisting',
    remedy: 'The file belongs to a directory listing. Remove it there.',
    scope: 'directories:read',
    rows: (tenantId) => Prisma.sql`SELECT l.id, c.display_name AS name FROM directory_listing l
      JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
      WHERE l.tenant_id = ${tenantId}::integer`,
  },
]
