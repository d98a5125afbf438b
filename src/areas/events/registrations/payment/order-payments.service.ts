import type { InvoiceEffect } from '#areas/people/memberships/terms/invoice-effects.service'
import { toCents } from '#kernel/money/cents'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Prisma } from '#prisma/client'
import { STATES_BY_PAYMENT, stateByPayment } from '../registration-states.model.ts'

const WITH_PAYMENT = {
  include: { invoice: true, charge: true },
} as const satisfies Prisma.EventOrderDefaultArgs

type PaidOrder = Prisma.EventOrderGetPayload<typeof WITH_PAYMENT>

/** Returns the state that the payment of an order gives its confirmed registrations. */
export const stateOfOrder = ({ invoice, charge, dueAmount }: PaidOrder): number =>
  stateByPayment({
    total: toCents(invoice?.total ?? 0),
    open: toCents(invoice?.balance ?? 0),
    isAuthorized: charge?.status === 'authorized' && toCents(charge.amount) >= toCents(dueAmount),
  })

/** Reads the state that the payment of an order gives its confirmed registrations. */
export const readStateOfOrder = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  orderId: number,
): Promise<number> =>
  stateOfOrder(await tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: orderId }, ...WITH_PAYMENT }))

/**
 * Updates the registrations whose invoices the books changed: a payment confirms them. The caller has locked the contact
 * that is billed. The participants can be outside the chapters of the caller.
 */
export const followEventInvoices = async (
  scope: Scope,
  tx: Transaction,
  effects: readonly InvoiceEffect[],
): Promise<void> => {
  const invoiceIds = effects.map(({ invoiceId }) => invoiceId)
  if (invoiceIds.length === 0) return
  await runForWholeTenant(scope, tx, () => refreshStates(scope, tx, { invoiceId: { in: invoiceIds } }))
}

/** Brings the states of the registrations of an order up to date with its payment. The caller has locked its payer. */
export const refreshOrderStates = (scope: Scope, tx: Transaction, orderId: number): Promise<void> =>
  refreshStates(scope, tx, { id: orderId })

const refreshStates = async (
  scope: Scope,
  tx: Transaction,
  which: { id: number } | { invoiceId: { in: number[] } },
): Promise<void> => {
  const { tenantId } = scope.db
  const orders = await tx.eventOrder.findMany({ where: { tenantId, ...which, state: 'submitted' }, ...WITH_PAYMENT })
  for (const order of orders) {
    const statusId = stateOfOrder(order)
    const others = STATES_BY_PAYMENT.filter((state) => state !== statusId)
    const where = { tenantId, orderId: order.id, statusId: { in: others } }
    await tx.eventRegistration.updateMany({ where, data: { statusId, ...NEXT_VERSION } })
  }
}
