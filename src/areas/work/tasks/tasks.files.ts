import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'

/** Projects own the files in their custom fields. */
export const taskFiles: readonly FileOwner[] = [
  {
    kind: 'project',
    remedy: 'The file belongs to a project. Remove it there.',
    scope: 'tasks:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM project p WHERE p.tenant_id = ${tenantId}::integer`,
  },
]
