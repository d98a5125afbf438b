import { MEMBERSHIP_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import {
  loadValuePlan,
  parseCustomFields,
  refuseMissing,
  saveValues,
  type ValuePlan,
} from '#areas/people/custom-fields/values/values.service'
import type { RecordCustomFieldInput } from '#contract/people/contacts'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** Whose values: id 0 is one that is not there yet. */
interface Valued {
  id: number
  typeId: number
  levelId: number | null
}

/**
 * What a save makes of the custom fields of a membership; nothing is written.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  { id, typeId, levelId }: Valued,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const [inputs, faults] = [parseCustomFields(items), new InputFaults()]
  const wanted = { objectTypes: MEMBERSHIP_OBJECT_TYPES, objectId: id, membership: { typeId, levelId } }
  const plan = await loadValuePlan(tx, db.tenantId, wanted, inputs, faults)
  faults.refuse()
  refuseMissing(plan, inputs)
  return plan
}

export const writeMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<void> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
}
