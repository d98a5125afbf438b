import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Prisma } from '#prisma/client'

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

/** The membership types that a contact has a membership of (Active or Grace), or is covered by. */
export const listMembershipTypeIds = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
): Promise<ReadonlySet<number>> => {
  const found = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, [contactId]))
  return new Set(found.map(({ typeId }) => typeId))
}
