import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { tenantExportKind } from './tenant-exports.queries.ts'

/** Exports own their archives. */
export const tenantExportFiles: readonly FileOwner[] = [
  {
    kind: tenantExportKind.entity,
    remedy: 'The file is the archive of an export. Delete the export instead.',
    scope: 'admin',
    rows: (tenantId) => Prisma.sql`SELECT x.id, 'Export ' || x.id AS name FROM tenant_export x
      WHERE x.tenant_id = ${tenantId}::integer`,
  },
]
