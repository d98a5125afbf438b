import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

const withAll = {
  include: {
    event: true,
    invoice: { select: { number: true, balance: true } },
    lines: { orderBy: { position: 'asc' } },
    registrations: {
      orderBy: { position: 'asc' },
      include: { type: { select: { name: true } }, sessions: { select: { session: { select: { name: true } } } } },
    },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

/** An order with what its mails contain. */
export type OrderLetter = Prisma.EventOrderGetPayload<typeof withAll>

/** Reads what the mails about an order contain. */
export const readOrderLetter = ({ db: { tenantId } }: Scope, tx: Transaction, orderId: number): Promise<OrderLetter> =>
  tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: orderId }, ...withAll })
