import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Payment } from '#prisma/client'
import { bookEvents } from '../books.events.ts'
import { paymentSql } from './payment-details.sql.ts'

export const paymentKind: RecordKind<Payment> = {
  entity: 'payment',
  table: 'payment',
  events: { created: bookEvents.paymentRecorded, updated: bookEvents.paymentUpdated },
  find: (tx, { tenantId, id }) => tx.payment.findFirst({ where: { tenantId, id } }),
}

/** Reads a payment with its applications. @throws 404. */
export const readPayment = async (runner: SqlRunner, scope: Scope, id: number): Promise<VersionedRow> => {
  const [found] = await runner.rows<VersionedRow>(paymentSql(scope, id))
  if (!found) throw notFound('payment')
  return found
}
