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
export const parseMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  { id, typeId, levelId }: ValueOwner,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const [inputs, faults] = [parseCustomFields(items), new InputFaults()]
  const owner = { objectTypes: MEMBERSHIP_OBJECT_TYPES, objectId: id, membership: { typeId, levelId } }
  const plan = await loadValuePlan(tx, db.tenantId, owner, inputs, faults)
  faults.refuse()
  refuseMissing(plan, inputs)
  return plan
}

export const saveMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<void> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
}
