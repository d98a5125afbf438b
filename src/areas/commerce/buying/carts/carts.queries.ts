import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

const withLines = {
  include: {
    lines: { orderBy: { position: 'asc' } },
    contact: { select: { deletedAt: true } },
    purchase: { select: { id: true } },
  },
} as const satisfies Prisma.StoreCartDefaultArgs

/** A cart with its lines and its order. */
export type FullCart = Prisma.StoreCartGetPayload<typeof withLines>

export const cartKind: RecordKind<FullCart> = {
  entity: 'storecart',
  noun: 'cart',
  table: 'store_cart',
  find: (tx, { tenantId, id }) => tx.storeCart.findFirst({ where: { tenantId, id }, ...withLines }),
}

/** Returns a cart. @throws 404. */
export const getCart = async (
  { db: { tenantId, prisma } }: Scope,
  id: number,
  models: Models = prisma,
): Promise<FullCart> => {
  const cart = await models.storeCart.findFirst({ where: { tenantId, id }, ...withLines })
  if (!cart) throw notFound('cart')
  return cart
}
