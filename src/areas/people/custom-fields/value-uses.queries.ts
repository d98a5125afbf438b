import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'

/** Whether any record has a value for the field. */
export const fieldHasValues = async (tx: SqlRunner, tenantId: number, fieldId: number): Promise<boolean> => {
  const [row] = await tx.rows<{ has: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM custom_field_value v WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId}) AS has`)
  return row?.has === true
}

/** Those of the choices that a value has. */
export const choicesInUse = async (
  tx: Transaction,
  tenantId: number,
  fieldId: number,
  choiceIds: readonly number[],
): Promise<number[]> => {
  if (choiceIds.length === 0) return []
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT v.ref_id AS id FROM custom_field_value v
    WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId} AND v.ref_id = ANY (${[...choiceIds]}::integer[])`
  return rows.map(({ id }) => id)
}

/** Whether there are fields that a membership type, or one of its levels, has for itself. */
export const fieldsAreKeptFor = async (
  tx: Transaction,
  place: { tenantId: number; membershipTypeId?: number; membershipLevelId?: number },
): Promise<boolean> => (await tx.customField.findFirst({ where: { ...place, deletedAt: null } })) !== null
