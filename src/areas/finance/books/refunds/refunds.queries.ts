import type { RecordKind } from '#kernel/records/record-kind'
import type { Refund } from '#prisma/client'
import { documentEvents } from '../books.events.ts'
import { documentReader } from '../documents/documents.queries.ts'
import { refundSql } from './refund-details.sql.ts'

export const refundKind: RecordKind<Refund> = {
  entity: 'refund',
  table: 'refund',
  events: documentEvents.refund,
  find: (tx, { tenantId, id }) => tx.refund.findFirst({ where: { tenantId, id } }),
}

/** Reads a refund with its details. @throws 404. */
export const readRefund = documentReader('refund', refundSql)
