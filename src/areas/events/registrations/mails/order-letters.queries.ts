import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The invoice of an order, as mails show it. */
interface InvoiceOfOrder {
  number: string
  /** The open amount. */
  balance: string
}

/** Reads the invoice of an order: InvoiceOfOrder; no row without one. */
const invoiceOfOrderSql = (tenantId: number, orderId: number): Sql => Prisma.sql`
  SELECT ${printedNumberSql('invoice', Prisma.sql`i.number`)} AS number, i.balance::text AS balance FROM event_order o
  JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  WHERE o.tenant_id = ${tenantId}::int AND o.id = ${orderId}::bigint`

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
