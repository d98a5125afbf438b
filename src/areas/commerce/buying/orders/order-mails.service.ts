import { findMemberAddress } from '#areas/people/memberships/mails/mails.queries'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, StorePurchase } from '#prisma/client'
import { queueMail } from '#services/mail/queue-mail'
import { invoiceNumberSql } from './orders.sql.ts'

/** Queues a mail to the buyer of an order, once for each key. Sends none if the contact has no address. */
const queueOrderMail = async (
  scope: Scope,
  tx: Transaction,
  order: StorePurchase,
  mail: { key: string; templateKey: string; order?: Prisma.InputJsonObject; data?: Prisma.InputJsonObject },
): Promise<void> => {
  const { id, contactId, currencyCode, total } = order
  const buyer = await findMemberAddress(scope, tx, contactId)
  if (!buyer) return
  const { name, firstName, emailAddress } = buyer
  const data = {
    contact: { name, ...(firstName && { first_name: firstName }) },
    order: { number: `S-${id}`, currency: currencyCode, total: total.toFixed(2), ...mail.order },
    ...mail.data,
  }
  const to = { address: emailAddress, name, contactId }
  await queueMail(scope, tx, [{ key: mail.key, templateKey: mail.templateKey, to, data }])
}

/** Queues the confirmation of a new order, and the codes of the vouchers that it issued. */
export const confirmOrder = async (scope: Scope, tx: Transaction, order: StorePurchase): Promise<void> => {
  const { tenantId } = scope.db
  const { id, invoiceId, shippingAmount, taxTotal } = order
  const ofOrder = { tenantId, purchaseId: id }
  const lines = await tx.storePurchaseLine.findMany({ where: ofOrder, orderBy: { position: 'asc' } })
  const [invoice] = await tx.rows<{ number: string }>(invoiceNumberSql(tenantId, invoiceId))
  await queueOrderMail(scope, tx, order, {
    key: `store-order-confirmed:${id}`,
    templateKey: 'store-order-confirmed',
    order: {
      lines: lines.map(({ name, quantity, amount }) => ({ name, quantity, amount: amount.toFixed(2) })),
      ...(shippingAmount.isZero() ? {} : { shipping: shippingAmount.toFixed(2) }),
      ...(taxTotal.isZero() ? {} : { tax: taxTotal.toFixed(2) }),
      ...(invoice && { invoice_number: invoice.number }),
    },
  })
  const nameOf = new Map(lines.map((line) => [line.id, line.name]))
  const issued = await tx.storeVoucher.findMany({ where: ofOrder, orderBy: { id: 'asc' } })
  if (issued.length === 0) return
  const vouchers = issued.map(({ lineId, code }) => ({ name: nameOf.get(lineId) ?? '', code }))
  const purpose = { key: `store-vouchers:${id}`, templateKey: 'store-vouchers' }
  await queueOrderMail(scope, tx, order, { ...purpose, data: { vouchers } })
}

/** Queues the mail about a shipment. @param order as it was before the shipment. */
export const reportShipment = (
  scope: Scope,
  tx: Transaction,
  order: StorePurchase,
  { sent, trackingNumber }: { sent: { name: string; quantity: number }[]; trackingNumber?: string | null },
): Promise<void> =>
  queueOrderMail(scope, tx, order, {
    key: `store-order-shipped:${order.id}:${order.auditId}`,
    templateKey: 'store-order-shipped',
    data: { shipment: { lines: sent, ...(trackingNumber && { tracking_number: trackingNumber }) } },
  })

/** Queues the mail about a cancellation. */
export const reportCancellation = (scope: Scope, tx: Transaction, order: StorePurchase): Promise<void> =>
  queueOrderMail(scope, tx, order, { key: `store-order-cancelled:${order.id}`, templateKey: 'store-order-cancelled' })

/** Queues the mail about a refund. */
export const reportRefund = (
  scope: Scope,
  tx: Transaction,
  order: StorePurchase,
  credit: { id: number; cents: number },
): Promise<void> =>
  queueOrderMail(scope, tx, order, {
    key: `store-order-refunded:${order.id}:${credit.id}`,
    templateKey: 'store-order-refunded',
    data: { refund: { amount: fromCents(credit.cents) } },
  })
