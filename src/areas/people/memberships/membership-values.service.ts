import { MEMBERSHIP_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { planRecordValues } from '#areas/people/custom-fields/values/record-values.service'
import { saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** The membership that the values belong to; id 0 for a new one. */
interface ValueOwner {
  id: number
  typeId: number
  levelId: number | null
}

/**
 * Parses and checks the custom fields of a membership. Writes nothing.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const parseMembershipValues = (
  scope: Scope,
  tx: Transaction,
  { id, typeId, levelId }: ValueOwner,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const owner = { objectTypes: MEMBERSHIP_OBJECT_TYPES, objectId: id, membership: { typeId, levelId } }
  return planRecordValues(scope, tx, owner, items)
}

export const saveMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<void> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
}
