import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { type InvoiceOfOrder, invoiceOfOrderSql } from './order-letters.sql.ts'

const withAll = {
  include: {
    event: true,
    lines: { orderBy: { position: 'asc' } },
    sponsors: { orderBy: { id: 'asc' }, include: { tier: { select: { name: true } } } },
    exhibitors: { orderBy: { id: 'asc' }, include: { type: { select: { name: true } } } },
    registrations: {
      orderBy: { position: 'asc' },
      include: { type: { select: { name: true } }, sessions: { select: { session: { select: { name: true } } } } },
    },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

/** An order with what its mails contain. */
export type OrderLetter = Prisma.EventOrderGetPayload<typeof withAll> & { invoice: InvoiceOfOrder | null }

/** Reads what the mails about an order contain. */
export const readOrderLetter = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  orderId: number,
): Promise<OrderLetter> => {
  const order = await tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: orderId }, ...withAll })
  const [invoice] = await tx.rows<InvoiceOfOrder>(invoiceOfOrderSql(tenantId, orderId))
  return { ...order, invoice: invoice ?? null }
}
