import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { tenantSettingsKind } from './tenant-settings.queries.ts'

/** The settings of a tenant own its logo. */
export const tenantSettingsFiles: readonly FileOwner[] = [
  {
    kind: tenantSettingsKind.entity,
    remedy: 'The file is the logo of the tenant. Choose another logo in the settings of the tenant first.',
    scope: 'tenant-settings:read',
    rows: (tenantId) => Prisma.sql`SELECT t.id, t.name FROM tenant t WHERE t.id = ${tenantId}::integer`,
  },
]
