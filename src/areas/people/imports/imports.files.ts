import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { importKind } from './imports.queries.ts'

/** Imports own the files that they read. They contain contacts. */
export const importFiles: readonly FileOwner[] = [
  {
    kind: importKind.entity,
    remedy: 'The file is that of an import. Delete the import instead.',
    scope: 'imports:read',
    rows: (tenantId) => Prisma.sql`SELECT i.id, 'Import ' || i.id AS name FROM import_run i
      WHERE i.tenant_id = ${tenantId}::integer`,
  },
]
