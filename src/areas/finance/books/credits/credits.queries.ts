import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Credit } from '#prisma/client'
import { bookEvents } from '../books.events.ts'
import { creditSql } from './credit-details.sql.ts'

export const creditKind: RecordKind<Credit> = {
  entity: 'credit',
  table: 'credit',
  events: { created: bookEvents.creditIssued, updated: bookEvents.creditUpdated },
  find: (tx, { tenantId, id }) => tx.credit.findFirst({ where: { tenantId, id } }),
}

/** Reads a credit with its details. @throws 404. */
export const readCredit = async (runner: SqlRunner, scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await runner.rows<VersionedRow>(creditSql(scope, id))
  if (!found) throw notFound('credit')
  return found
}
