import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
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

const withParts = { include: { subItems: true, membershipTypes: true } } as const satisfies Prisma.StoreItemDefaultArgs

/** An item with its sub-items and the membership types that it is limited to. */
export type SoldItem = Prisma.StoreItemGetPayload<typeof withParts>

/** Reads items by id. */
export const readSoldItems = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SoldItem>> => {
  const found = await tx.storeItem.findMany({ where: { tenantId, id: { in: [...new Set(ids)] } }, ...withParts })
  return new Map(found.map((item) => [item.id, item]))
}

/** Lists the membership types that a contact has a membership of (Active or Grace), or is covered by. */
export const listMembershipTypeIds = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
): Promise<ReadonlySet<number>> => {
  const found = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, [contactId]))
  return new Set(found.map(({ typeId }) => typeId))
}
