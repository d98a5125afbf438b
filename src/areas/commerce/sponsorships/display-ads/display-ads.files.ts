import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'

/** Display ads own their images. */
export const displayAdFiles: readonly FileOwner[] = [
  {
    kind: 'displayad',
    remedy: 'The file is the image of a display ad. Choose another image there.',
    scope: 'sponsorships:read',
    rows: (tenantId) =>
      Prisma.sql`SELECT d.id, d.title AS name FROM display_ad d
        JOIN contact c ON c.tenant_id = d.tenant_id AND c.id = d.contact_id
        WHERE d.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]
