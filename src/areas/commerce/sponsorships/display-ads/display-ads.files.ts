import type { FileOwner } from '#kernel/files/file-owner'
import { Prisma } from '#prisma/client'

/** Display ads own their images. */
export const displayAdFiles: readonly FileOwner[] = [
  {
    kind: 'displayad',
    remedy: 'The file is the image of a display ad. Choose another image there.',
    scope: 'sponsorships:read',
    rows: (tenantId) =>
      Prisma.sql`SELECT d.id, d.title AS name FROM display_ad d WHERE d.tenant_id = ${tenantId}::integer`,
  },
]
