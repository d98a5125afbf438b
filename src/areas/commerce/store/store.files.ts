import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { storeItemKind } from './items/items.queries.ts'

/** Store items own their images, the files that are downloaded, and the files in their custom fields. */
export const storeFiles: readonly FileOwner[] = [
  {
    kind: storeItemKind.entity,
    remedy: 'The file belongs to a store item. Remove it there.',
    scope: 'store:read',
    rows: (tenantId) => Prisma.sql`SELECT i.id, i.name FROM store_item i WHERE i.tenant_id = ${tenantId}::integer`,
  },
]
