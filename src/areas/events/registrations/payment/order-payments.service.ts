import type { InvoiceFollower } from '#areas/finance/books/invoices/dependents.queries'
import { toCents } from '#kernel/money/cents'
import { recordChangesSql } from '#kernel/records/change-sql'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { isInvoicedEventOrderSql } from '../orders/orders.listing.ts'
import { registrationChange } from '../registration-changes.service.ts'
import { AWAITING_APPROVAL, paidStatus, STATUSES_BY_PAYMENT } from '../status-rules.listing.ts'

const WITH_PAYMENT = {
  include: { invoice: true, charge: true, lines: { select: { credited: true } } },
} as const satisfies Prisma.EventOrderDefaultArgs

type PaidOrder = Prisma.EventOrderGetPayload<typeof WITH_PAYMENT>

/** Returns the status that the payment of an order gives its confirmed registrations. */
const statusOfOrder = ({ invoice, charge, dueAmount, lines }: PaidOrder): number =>
  paidStatus({
    // What was credited is not paid.
    total: lines.reduce((total, { credited }) => total - toCents(credited), toCents(invoice?.total ?? 0)),
    open: toCents(invoice?.balance ?? 0),
    hasLivePayment: charge?.status === 'authorized' && toCents(charge.amount) >= toCents(dueAmount),
  })

/** Reads the status that a submission gives the registrations with a seat: by the approval, else by the payment. */
export const readConfirmedStatus = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  orderId: number,
  { requiresApproval }: { requiresApproval: boolean },
): Promise<number> =>
  requiresApproval
    ? AWAITING_APPROVAL
    : statusOfOrder(await tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: orderId }, ...WITH_PAYMENT }))

/** Updates the registrations whose invoices the books changed: a payment confirms them. */
export const registrationFollower: InvoiceFollower = {
  dependsSql: isInvoicedEventOrderSql,
  follow: async (scope, tx, effects) => {
    await refreshStatuses(scope, tx, { invoiceId: { in: effects.map(({ invoiceId }) => invoiceId) } })
    return []
  },
}

/** Brings the statuses of the registrations of an order up to date with its payment. The caller has locked its payer. */
export const refreshOrderStatuses = (scope: Scope, tx: Transaction, orderId: number): Promise<void> =>
  refreshStatuses(scope, tx, { id: orderId })

const refreshStatuses = async (
  scope: Scope,
  tx: Transaction,
  which: { id: number } | { invoiceId: { in: number[] } },
): Promise<void> => {
  const { tenantId } = scope.db
  const orders = await tx.eventOrder.findMany({ where: { tenantId, ...which, state: 'submitted' }, ...WITH_PAYMENT })
  for (const order of orders) {
    const statusId = statusOfOrder(order)
    const others = STATUSES_BY_PAYMENT.filter((status) => status !== statusId)
    const where = { tenantId, orderId: order.id, statusId: { in: others } }
    const changed = await tx.eventRegistration.updateManyAndReturn({ where, data: { statusId, ...NEXT_VERSION } })
    const changes = changed.map((registration) => registrationChange(registration, 'updated'))
    if (changes.length > 0) await tx.rows(recordChangesSql(scope, changes))
  }
}
