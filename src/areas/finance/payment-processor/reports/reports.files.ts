import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { REPORT_FILES } from './reports.queries.ts'

/** Reports own the files that contain them. */
export const reportFiles: readonly FileOwner[] = [
  {
    kind: REPORT_FILES,
    remedy: 'The file is a report of the payment processor. It is deleted 30 days after it was requested.',
    scope: 'payment-processor:read',
    rows: (tenantId) => Prisma.sql`SELECT r.id, r.file_name AS name FROM processor_report r
      WHERE r.tenant_id = ${tenantId}::integer`,
  },
]
