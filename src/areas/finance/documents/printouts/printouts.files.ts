import type { FileOwner } from '#kernel/files/file-owner'
import { Prisma } from '#prisma/client'
import { PRINTOUT } from './printouts.model.ts'

/** Printouts own their HTML and PDF. */
export const printoutFiles: readonly FileOwner[] = [
  {
    kind: PRINTOUT,
    scope: 'books:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM printout p WHERE p.tenant_id = ${tenantId}::integer`,
  },
]
