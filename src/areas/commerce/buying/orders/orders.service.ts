import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import type { ListInput } from '#kernel/listing/request'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import type { Prisma, ProcessorCharge, StorePurchase, StorePurchaseLine } from '#prisma/client'
import { type CsvDownload, downloadList } from '#services/csv/list-csv'
import { isInvoicedOrderSql, orderList } from './orders.listing.ts'
import { findInvoicedOrder, orderKind } from './orders.queries.ts'

/** A locked order with its lines and what its state depends on. */
export interface LockedOrder {
  order: StorePurchase
  lines: StorePurchaseLine[]
  /** The contact that is billed. */
  payerId: number
  isVoid: boolean
  charge: ProcessorCharge | null
}

/** Locks the contact that bought and the one that is billed, then the order. @throws 404; 409 merged, stale-audit-id; 412. */
export const lockOrder = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected?: ExpectedVersion,
): Promise<LockedOrder> => {
  const { tenantId } = scope.db
  const where = { tenantId, id }
  const select = { contactId: true, invoice: { select: { contactId: true } } }
  const found = await tx.storePurchase.findFirst({ where, select })
  if (!found) throw notFound('order')
  const payerId = found.invoice?.contactId ?? found.contactId
  const ids = [...new Set([found.contactId, payerId])]
  if ((await lockContacts(tx, scope, ids)).length < ids.length) throw notFound('order')
  const order = await lockRecord(scope, tx, orderKind, id, expected)
  if (order.contactId !== found.contactId)
    throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
  const lines = await tx.storePurchaseLine.findMany({
    where: { tenantId, purchaseId: id },
    orderBy: { position: 'asc' },
  })
  const invoice =
    order.invoiceId === null ? null : await tx.invoice.findFirst({ where: { tenantId, id: order.invoiceId } })
  const charge =
    order.chargeId === null ? null : await tx.processorCharge.findFirst({ where: { tenantId, id: order.chargeId } })
  return { order, lines, payerId, isVoid: invoice?.voidedAt != null, charge }
}

/** Returns whether the processor has money of the order that a cancellation or refund returns. */
export const hasLiveCharge = ({ charge }: LockedOrder): boolean =>
  charge !== null && charge.status !== 'failed' && charge.status !== 'canceled'

export const orderState = (detail: string) => conflict('order-state', detail)

/** @throws 409 order-state. */
export const requireLive = ({ order, isVoid }: LockedOrder): void => {
  if (order.cancelledAt !== null) throw orderState('The order is cancelled.')
  if (isVoid) throw orderState('The invoice of the order is void.')
}

/** Changes the row of an order, and records it. */
export const changeOrder = async (
  scope: Scope,
  tx: Transaction,
  order: StorePurchase,
  eventKind: string,
  { data, changes }: { data: Prisma.StorePurchaseUpdateManyMutationInput; changes: Prisma.InputJsonObject },
): Promise<void> => {
  const { tenantId, id, contactId } = order
  const saved = await tx.storePurchase.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  const details = { changes, payload: { contactId, orderNumber: `S-${id}` }, eventKind }
  await recordChange(scope, tx, changeOf(orderKind, saved, 'updated', details))
}

const COLUMNS = [
  ...[
    'OrderNumber',
    'PurchaseDate',
    'ContactId',
    'ContactName',
    'EmailAddress',
    'PhoneNumber',
    'Status',
    'PaymentStatus',
  ],
  ...['CurrencyCode', 'ItemTotal', 'DiscountTotal', 'ShippingAmount', 'TaxTotal', 'Total', 'AmountPaid', 'Balance'],
  ...['CostTotal', 'InvoiceNumber', 'ShippingOption', 'ShipToCompanyName', 'ShipToContactName', 'Address1', 'Address2'],
  ...['City', 'StateProvince', 'PostalCode', 'Country', 'ShippedDate', 'TrackingNumber'],
]

/** Returns the orders as CSV, one line for each. @throws 400, 422 too-many-rows. */
export const downloadOrders = (scope: Scope, input: ListInput): Promise<CsvDownload> => {
  const today = todayOf(scope)
  return downloadList(scope, orderList(scope), input, { name: `Orders ${today}`, columns: COLUMNS })
}

/** Orders need the invoices that bill them. */
export const orderInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedOrderSql,
    findRejection: async (scope, tx, invoiceId) => {
      const id = await findInvoicedOrder(scope, tx, invoiceId)
      if (id === undefined) return undefined
      const detail = `The order S-${id} needs the invoice. Cancel or refund the order instead.`
      return conflict('order-invoice', detail, { StorePurchaseId: id })
    },
  },
}
