import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import type { BillingContactInput } from '#contract/events/public-registration'
import { conflict } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventExhibitor, EventOrder, EventRegistration, EventSponsor, Prisma } from '#prisma/client'
import { isInvoicedEventOrderSql } from './orders.listing.ts'
import { eventOrderKind, findInvoicedEventOrder, formatConfirmationNumber } from './orders.queries.ts'

/** What a submission knows of its order. */
export interface SubmittedOrder {
  order: Pick<EventOrder, 'tenantId' | 'id'> & {
    sponsors: readonly EventSponsor[]
    exhibitors: readonly EventExhibitor[]
  }
  billing: BillingContactInput
  payerId: number
  registrations: readonly EventRegistration[]
  /** The lines of the order, with the pointer of what they are for. */
  lines: readonly { pointer: string; document: { amount: number } }[]
}

/** Records that an order contains alongside its registrations: its sponsors, or its exhibitors. */
interface OrderPart {
  /** Whether the order contains any. If not, `confirm` is not called. */
  isIn: (order: SubmittedOrder['order']) => boolean
  /**
   * Confirms and records those of a cart that is submitted, in the transaction of the submission. The event, the payer and the
   * order are locked, and the registrations have their statuses.
   */
  confirm: (scope: Scope, tx: Transaction, submitted: SubmittedOrder) => Promise<void>
  /**
   * Cancels and records those of an order that is cancelled as a whole; those that are cancelled already stay unchanged. The
   * event, the contacts of the order and the order are locked. The money is the matter of the caller.
   */
  cancel: (scope: Scope, tx: Transaction, order: Pick<EventOrder, 'tenantId' | 'id'>) => Promise<void>
  /**
   * Cancels those of a cancelled event that have no order, each in its own transaction: a killed job calls it again.
   *
   * @throws 409 merged: a contact was changed at the same time. Retry.
   */
  cancelWithoutOrder?: (scope: Scope, eventId: number) => Promise<void>
}

export const orderParts = register<OrderPart>('parts of orders')

/** Changes the columns of a locked order, raises its version, and records it. @param more further changes for the history. */
export const changeEventOrder = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: Pick<EventOrder, 'tenantId' | 'id'>,
  data: Prisma.EventOrderUpdateManyMutationInput,
  more: Prisma.InputJsonObject,
): Promise<void> => {
  await lockRows(scope, tx, eventOrderKind, [id], 'no key update')
  const saved = await tx.eventOrder.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  const { eventId, contactId } = saved
  const payload = { eventId, contactId, confirmationNumber: formatConfirmationNumber(saved) }
  await recordChange(scope, tx, changeOf(eventOrderKind, saved, 'updated', { changes: more, payload }))
}

/** Orders of events need the invoices that bill them. */
export const eventOrderInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedEventOrderSql,
    findRejection: async (scope, tx, invoiceId) => {
      const order = await findInvoicedEventOrder(scope, tx, invoiceId)
      if (!order) return undefined
      const { id: OrderId, eventId: EventId } = order
      const detail = `The order ${formatConfirmationNumber(order)} of an event needs the invoice. Issue a credit instead.`
      return conflict('event-order-invoice', detail, { EventId, OrderId })
    },
  },
}
