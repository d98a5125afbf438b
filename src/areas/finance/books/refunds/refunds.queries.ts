import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Refund } from '#prisma/client'
import { bookEvents } from '../books.events.ts'
import { refundSql } from './refund-details.sql.ts'

export const refundKind: RecordKind<Refund> = {
  entity: 'refund',
  table: 'refund',
  events: { created: bookEvents.refundRecorded, updated: bookEvents.refundUpdated },
  find: (tx, { tenantId, id }) => tx.refund.findFirst({ where: { tenantId, id } }),
}

/** Reads a refund with its details. @throws 404. */
export const readRefund = async (runner: SqlRunner, scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await runner.rows<VersionedRow>(refundSql(scope, id))
  if (!found) throw notFound('refund')
  return found
}
