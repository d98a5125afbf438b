import { InputFaults } from '#kernel/errors/input-faults'
import type { Scope } from '#kernel/tenancy/scope'
import { DATA_TYPE, hasChoices } from '../custom-fields.model.ts'
import type { Choice, Field } from '../values/field.model.ts'
import { getFieldSet, listContactFieldTypes } from '../values/fields.queries.ts'
import { loadValuePlan, NO_VALUES, type ValueInput, type ValuePlan } from '../values/values.service.ts'
import type { SharedValue } from './shared-values.queries.ts'

/** A value that a field here rejects: a choice that it does not have or that is not active, else null. */
export interface LostValue {
  fieldId: number
  choice: string | null
}

/** The values of another tenant that are written, and those that are left out. */
export interface SharedPlan {
  plan: ValuePlan
  lost: LostValue[]
}

/**
 * Plans to give a contact values of another tenant. Leaves out values that a field does not accept here, and choices that
 * it does not have.
 */
export const planSharedValues = async (
  scope: Scope,
  { contactId, systemTypeId }: { contactId: number; systemTypeId: 1 | 2 },
  values: readonly SharedValue[],
): Promise<SharedPlan> => {
  if (values.length === 0) return { plan: NO_VALUES, lost: [] }
  const request = { objectTypes: listContactFieldTypes(systemTypeId), objectId: contactId }
  const { fields } = await getFieldSet(scope.db, scope.db.tenantId, request)
  const offered = values.map((value) => offer(fields, value))
  const refused = await findRefused(scope, request, inputsOf(offered))
  const accepted = offered.map((one) => (refused.has(one.fieldId) ? withActiveChoices(one) : one))
  const stillRefused = await findRefused(scope, request, inputsOf(accepted))
  const inputs = inputsOf(accepted).filter(({ fieldId }) => !stillRefused.has(Number(fieldId)))
  const lost = accepted.flatMap(({ fieldId, lost }) => [
    ...lost.map((choice) => ({ fieldId, choice })),
    ...(stillRefused.has(fieldId) ? [{ fieldId, choice: null }] : []),
  ])
  const plan =
    inputs.length === 0 ? NO_VALUES : await loadValuePlan(scope, scope.db, request, inputs, new InputFaults())
  return { plan, lost }
}

/** A value as the field here can have it: text, or choices by name. */
interface Offered {
  fieldId: number
  /** Null if the field does not exist. */
  field: Field | null
  text: string | null
  choices: Choice[]
  /** Names of choices that the field does not have. */
  lost: string[]
}

const offer = (fields: readonly Field[], { fieldId, text, choices }: SharedValue): Offered => {
  const field = fields.find(({ id }) => id === fieldId) ?? null
  if (!field || !hasChoices(field.dataTypeId)) return { fieldId, field, text, choices: [], lost: [] }
  const names = choices ?? []
  const found = names.flatMap((name) => field.choices.find((choice) => choice.name === name) ?? [])
  return { fieldId, field, text, choices: found, lost: names.filter((name) => !found.some((one) => one.name === name)) }
}

/** Leaves out choices that are not active, which only a contact that has them can keep. */
const withActiveChoices = (offered: Offered): Offered => ({
  ...offered,
  choices: offered.choices.filter(({ isActive }) => isActive),
  lost: [...offered.lost, ...offered.choices.filter(({ isActive }) => !isActive).map(({ name }) => name)],
})

const inputsOf = (offered: readonly Offered[]): ValueInput[] =>
  offered.flatMap(({ fieldId, field, text, choices }) => {
    if (!field) return []
    const written = hasChoices(field.dataTypeId) ? chosenText(field, choices) : text
    return [{ pointer: `/${fieldId}`, fieldId, name: undefined, text: written }]
  })

/** Returns the text form of choices of a field; null for none. */
const chosenText = ({ dataTypeId }: Field, choices: readonly Choice[]): string | null => {
  if (choices.length === 0) return null
  const ids = choices.map(({ id }) => id)
  return dataTypeId === DATA_TYPE.multiSelect ? `[${ids.join(', ')}]` : String(ids[0])
}

/** Finds the fields whose values do not meet their rules here, such as a maximum length. */
const findRefused = async (
  scope: Scope,
  request: { objectTypes: readonly number[]; objectId: number },
  inputs: readonly ValueInput[],
): Promise<ReadonlySet<number>> => {
  const refused = new Set<number>()
  const collect = (pointer: string) => void refused.add(Number(pointer.split('/')[1]))
  await loadValuePlan(scope, scope.db, request, inputs, { malformed: collect, unknownReference: collect })
  return refused
}
