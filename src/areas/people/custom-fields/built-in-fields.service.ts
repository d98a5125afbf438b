import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { recordField } from './custom-fields.service.ts'

/** A field that the product creates when it first needs it. A tenant can archive it, but not delete it. */
export interface BuiltInField {
  name: string
  displayName: string
  objectTypeId: number
  dataTypeId: number
}

/**
 * Creates those of the fields that the tenant does not have. A field of the tenant with the same storage name is
 * used; an archived one stays archived.
 */
export const createBuiltInFields = async (
  scope: Scope,
  tx: Transaction,
  fields: readonly BuiltInField[],
): Promise<void> => {
  const { tenantId } = scope.db
  await lockSubject(scope, tx, 'custom_field')
  const names = fields.map(({ name }) => name.toLowerCase())
  const known = await tx.customField.findMany({
    where: { tenantId, nameKey: { in: names }, deletedAt: null },
    select: { nameKey: true, objectTypeId: true },
  })
  const missing = fields.filter(
    ({ name, objectTypeId }) =>
      !known.some((field) => field.nameKey === name.toLowerCase() && field.objectTypeId === objectTypeId),
  )
  for (const field of missing) {
    const data = { tenantId, ...field, nameKey: field.name.toLowerCase(), isSystem: true }
    await recordField(scope, tx, await tx.customField.create({ data }), 'created')
  }
}
