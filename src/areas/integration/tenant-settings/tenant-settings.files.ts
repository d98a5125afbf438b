import type { FileOwner } from '#kernel/files/file-owner'
import { Prisma } from '#prisma/client'
import { tenantSettingsKind } from './tenant-settings.queries.ts'

/** The settings of a tenant own its logo. */
export const tenantSettingsFiles: readonly FileOwner[] = [
  {
    kind: tenantSettingsKind.entity,
    scope: 'tenant-settings:read',
    rows: (tenantId) => Prisma.sql`SELECT t.id, t.name FROM tenant t WHERE t.id = ${tenantId}::integer`,
  },
]
