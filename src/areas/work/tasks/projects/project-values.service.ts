import { PROJECT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import {
  deleteValues,
  planRecordValues,
  saveValues,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

/**
 * Plans the changes of the custom fields of a project (id 0: a new one), without writing them.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planProjectValues = (
  scope: Scope,
  tx: Transaction,
  { id, typeId }: { id: number; typeId: number | null },
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> =>
  planRecordValues(scope, tx, { objectTypes: PROJECT_OBJECT_TYPES, objectId: id, project: { typeId } }, items)

/** Writes the planned values. Returns the changes for the history. */
export const saveProjectValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<Prisma.InputJsonObject> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
  return { ...plan.changes }
}

export const deleteProjectValues = async ({ db }: Scope, tx: Transaction, id: number): Promise<void> => {
  await deleteValues(tx, db.tenantId, PROJECT_OBJECT_TYPES, id)
}
