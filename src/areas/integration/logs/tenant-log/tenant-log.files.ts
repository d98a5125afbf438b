import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { LOG_EVENT } from './tenant-log.model.ts'

/** Events own their accompanying files. The id of such an owner is that of the file, because ids of events are wider. */
export const tenantLogFiles: readonly FileOwner[] = [
  {
    kind: LOG_EVENT,
    remedy: 'The file belongs to an event of the log. It is deleted with the event.',
    scope: 'logs:read',
    rows: (tenantId) => Prisma.sql`SELECT e.file_id AS id, e.message AS name FROM log_event e
      WHERE e.tenant_id = ${tenantId}::integer AND e.file_id IS NOT NULL`,
  },
]
