import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { CERTIFICATE_PRINTOUT, PRINTOUT } from './printouts.model.ts'

/** Printouts own their HTML and PDF. */
export const printoutFiles: readonly FileOwner[] = [
  {
    kind: PRINTOUT,
    remedy: 'The file is a printed document of the books. It is deleted some days later, unless it was mailed.',
    scope: 'books:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM printout p
      WHERE p.tenant_id = ${tenantId}::integer AND p.kind <> 'certificate'`,
  },
  {
    kind: CERTIFICATE_PRINTOUT,
    remedy: 'The file is a certificate of attendance. It is deleted some days later, unless it was mailed.',
    scope: 'event-registrations:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM printout p
      WHERE p.tenant_id = ${tenantId}::integer AND p.kind = 'certificate'`,
  },
]
