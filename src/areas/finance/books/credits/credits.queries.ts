import type { RecordKind } from '#kernel/records/record-kind'
import type { Credit } from '#prisma/client'
import { documentEvents } from '../books.events.ts'
import { documentReader } from '../documents/documents.queries.ts'
import { creditSql } from './credit-details.sql.ts'

export const creditKind: RecordKind<Credit> = {
  entity: 'credit',
  table: 'credit',
  events: documentEvents.credit,
  find: (tx, { tenantId, id }) => tx.credit.findFirst({ where: { tenantId, id } }),
}

/** Reads a credit with its details. @throws 404. */
export const readCredit = documentReader('credit', creditSql)
