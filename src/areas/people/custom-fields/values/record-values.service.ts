import type { RecordCustomFieldInput } from '#contract/people/contacts'
import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { FieldSetRequest } from './fields.queries.ts'
import { loadValuePlan, parseCustomFields, refuseMissing, type ValuePlan } from './values.service.ts'

/**
 * Plans the values that a save sends for one record, if custom fields are all that the save must check. Writes nothing.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const planRecordValues = async (
  scope: Pick<Scope, 'db' | 'actor' | 'grants' | 'chapters'>,
  tx: Transaction,
  record: FieldSetRequest,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const inputs = parseCustomFields(items)
  const faults = new InputFaults()
  const plan = await loadValuePlan(scope, tx, record, inputs, faults)
  faults.refuse()
  refuseMissing(plan, inputs)
  return plan
}
