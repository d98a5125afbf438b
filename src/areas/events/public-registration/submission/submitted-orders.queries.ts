import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'

const WITH_PAYMENT = {
  include: {
    event: true,
    registrations: { orderBy: { position: 'asc' } },
    invoice: { select: { number: true, total: true, balance: true } },
    charge: { select: { status: true, amount: true, payment: { select: { number: true } } } },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

/** A submitted order as it is confirmed to its payer. */
export type ConfirmedOrder = Prisma.EventOrderGetPayload<typeof WITH_PAYMENT>

export const readSubmittedOrder = ({ db: { prisma, tenantId } }: Scope, id: number): Promise<ConfirmedOrder> =>
  prisma.eventOrder.findFirstOrThrow({ where: { tenantId, id }, ...WITH_PAYMENT })
