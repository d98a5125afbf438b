import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import { DATA_TYPE, hasChoices } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'
import { contactFieldTypes, getFieldSet } from '../values/fields.queries.ts'
import { loadValuePlan, NO_VALUES, type ValueInput, type ValuePlan } from '../values/values.service.ts'
import type { SharedValue } from './shared-values.queries.ts'

/**
 * Plans to give a contact values of another tenant. Leaves out values that a field does not accept here, and choices that
 * it does not have.
 */
export const planSharedValues = async (
  scope: Scope,
  { contactId, systemTypeId }: { contactId: number; systemTypeId: 1 | 2 },
  values: readonly SharedValue[],
): Promise<ValuePlan> => {
  if (values.length === 0) return NO_VALUES
  const request = { objectTypes: contactFieldTypes(systemTypeId), objectId: contactId }
  const { fields } = await getFieldSet(scope.db, scope.db.tenantId, request)
  const inputs = values.flatMap(({ fieldId, text, choices }): ValueInput[] => {
    const field = fields.find(({ id }) => id === fieldId)
    if (!field) return []
    const written = hasChoices(field.dataTypeId) ? chosenText(field, choices ?? []) : text
    return [{ pointer: `/${fieldId}`, fieldId, name: undefined, text: written }]
  })
  const accepted = await withoutFaults(scope, request, inputs)
  return accepted.length === 0 ? NO_VALUES : loadValuePlan(scope, scope.db, request, accepted, new InputFaults())
}

/** The text form of the choices of a field with these names; null for none. */
const chosenText = ({ dataTypeId, choices }: Field, names: readonly string[]): string | null => {
  const ids = names.flatMap((name) => choices.find((choice) => choice.name === name)?.id ?? [])
  if (ids.length === 0) return null
  return dataTypeId === DATA_TYPE.multiSelect ? `[${ids.join(', ')}]` : String(ids[0])
}

/** Leaves out the values that do not meet the rules of their fields here, such as a maximum length. */
const withoutFaults = async (
  scope: Scope,
  request: { objectTypes: readonly number[]; objectId: number },
  inputs: readonly ValueInput[],
): Promise<ValueInput[]> => {
  const refused = new Set<string>()
  const collect = (pointer: string) => void refused.add(pointer)
  await loadValuePlan(scope, scope.db, request, inputs, { malformed: collect, unknownReference: collect })
  return inputs.filter(({ pointer }) => ![...refused].some((one) => `${one}/`.startsWith(`${pointer}/`)))
}
