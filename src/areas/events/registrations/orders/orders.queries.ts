import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { eventOrderEvents } from '../registrations.events.ts'
import { eventOrderDetails } from './orders.listing.ts'

/** Submitted orders. The event of the first version is that of the submission. */
export const eventOrderKind: RecordKind<EventOrder> = {
  entity: 'eventorder',
  noun: 'order',
  table: 'event_order',
  columns: { sends_mail: 'SendEmailNotification', held_until: null, is_offer: null },
  events: { created: eventOrderEvents.submitted, updated: eventOrderEvents.updated },
  find: (tx, { tenantId, id }) => tx.eventOrder.findFirst({ where: { tenantId, id, state: 'submitted' } }),
}

export const formatConfirmationNumber = ({ eventId, id }: Pick<EventOrder, 'eventId' | 'id'>): string =>
  `E${eventId}-${id}`

/** Returns a submitted order. @param runner a transaction that sees its own changes. @throws 404. */
export const readEventOrder = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, eventOrderDetails(scope), id, 'order')

/** Returns the order that an invoice bills. */
export const findInvoicedEventOrder = (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  invoiceId: number,
): Promise<Pick<EventOrder, 'id' | 'eventId'> | null> =>
  tx.eventOrder.findFirst({ where: { tenantId, invoiceId }, select: { id: true, eventId: true } })

/** Returns a submitted order for an event. @throws 404. */
export const readOrderForEvent = async (scope: Scope, eventId: number, id: number): Promise<VersionedRow> => {
  const { tenantId } = scope.db
  const found = await scope.db.prisma.eventOrder.findFirst({ where: { tenantId, eventId, id }, select: { id: true } })
  if (!found) throw notFound('order')
  return readEventOrder(scope, id)
}
