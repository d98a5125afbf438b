import type { RecordKind } from '#kernel/records/record-kind'
import type { WriteOff } from '#prisma/client'
import { documentEvents } from '../books.events.ts'
import { documentReader } from '../documents/documents.queries.ts'
import { writeOffSql } from './write-off-details.sql.ts'

export const writeOffKind: RecordKind<WriteOff> = {
  entity: 'writeoff',
  noun: 'write-off',
  table: 'write_off',
  events: documentEvents.writeoff,
  find: (tx, { tenantId, id }) => tx.writeOff.findFirst({ where: { tenantId, id } }),
}

/** Reads a write-off with its details. @throws 404. */
export const readWriteOff = documentReader('writeoff', writeOffSql)
