import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { membershipLevelKind, membershipTypeKind } from '../types/membership-types.queries.ts'

/** Locks types or levels in the order of their ids: `id`, `isActive`. */
const lockActiveSql = (table: string, tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT id, is_active AS "isActive" FROM ${Prisma.raw(table)}
  WHERE tenant_id = ${tenantId}::integer AND id = ANY (${[...ids]}::integer[]) ORDER BY id FOR SHARE`

/** The types and levels of wanted memberships that are not active here. */
export interface InactiveTargets {
  typeIds: number[]
  levelIds: number[]
}

/** Finds the types and levels that are not active, and locks them: a change of one waits for this transaction. */
export const lockTargets = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  wanted: readonly { typeId: number; levelId: number | null }[],
): Promise<InactiveTargets> => {
  const typeIds = wanted.map(({ typeId }) => typeId)
  const levelIds = wanted.flatMap(({ levelId }) => levelId ?? [])
  return {
    typeIds: await findInactive(tx, lockActiveSql(membershipTypeKind.table, tenantId, typeIds), typeIds),
    levelIds: await findInactive(tx, lockActiveSql(membershipLevelKind.table, tenantId, levelIds), levelIds),
  }
}

const findInactive = async (tx: Transaction, active: Sql, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return []
  const rows = await tx.rows<{ id: number; isActive: boolean }>(active)
  return ids.filter((id) => !rows.some((row) => row.id === id && row.isActive))
}
