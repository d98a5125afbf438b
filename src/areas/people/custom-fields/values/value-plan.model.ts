import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { defaultsOf } from './defaults.ts'
import { type Field, OBJECT_TYPE, type StoredValue } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { valueText } from './present-value.ts'
import { inactiveChoices } from './references.input.ts'
import type { Reference } from './stored-values.model.ts'
import { readValue } from './values.input.ts'
import { isShown } from './visible-fields.model.ts'

/** A value as a request gives it. */
export interface ValueInput {
  /** JSON pointer of the item. */
  pointer: string
  fieldId: number | undefined
  /** Storage name, whatever its case; used where there is no id. */
  name: string | undefined
  /** Null clears; undefined leaves it as it is. */
  text: string | null | undefined
}

/** Where what is wrong is told. */
export interface ValueFaults {
  malformed(pointer: string, message: string): void
  unknownReference(pointer: string, message: string): void
}

export interface ValueChange {
  field: Field
  /** None clears. */
  rows: StoredValue[]
}

/** What a request makes of the values of one record. */
export interface ValuePlan {
  changed: ValueChange[]
  /** For the history: `CustomFields.<Name>` with the text forms. */
  changes: Record<string, { old: string | null; new: string | null }>
  /** Records of others that the new values mean, with the place of each in the request. */
  references: (Reference & { pointer: string; name: string })[]
  /** Required fields that the record shows and that would be without a value. */
  missing: Field[]
}

/** Holds values that were sent against the fields and what the record has. Nothing is written. */
export const planValues = (set: FieldSet, inputs: readonly ValueInput[], faults: ValueFaults): ValuePlan => {
  const plan: ValuePlan = { changed: [], changes: {}, references: [], missing: [] }
  const had = groupByField(set)
  const seen = new Set<number>()
  for (const input of inputs) {
    const field = fieldOf(set.fields, input, faults)
    if (!field) continue
    if (seen.has(field.id)) faults.malformed(input.pointer, `names ${field.name} a second time`)
    seen.add(field.id)
    planOne(set, field, had.get(field.id) ?? [], input, plan, faults)
  }
  const rowsOf = (id: number) => plan.changed.find(({ field }) => field.id === id)?.rows ?? had.get(id) ?? []
  if (set.isNew)
    for (const { field, rows } of defaultsOf(set, rowsOf, (id) => seen.has(id))) change(plan, field, rows, null)
  plan.missing = set.fields.filter(
    (field) =>
      field.is_required && !field.is_elsewhere && rowsOf(field.id).length === 0 && isShown(field, set.fields, rowsOf),
  )
  return plan
}

/** @throws 422 required-field, naming each. */
export const refuseMissing = ({ missing }: ValuePlan, inputs: readonly ValueInput[]): void => {
  if (missing.length === 0) return
  const errors = missing.map(({ id, name }): FieldFault => {
    const sent = inputs.find((input) => input.fieldId === id || input.name?.toLowerCase() === name.toLowerCase())
    return { pointer: sent ? `${sent.pointer}/Value` : '/CustomFields', message: `${name} must have a value` }
  })
  throw ruleRefused('required-field', 'A custom field must have a value.', errors)
}

const groupByField = ({ current }: FieldSet): Map<number, StoredValue[]> => {
  const groups = new Map<number, StoredValue[]>()
  for (const { field_id, ...row } of current) groups.set(field_id, [...(groups.get(field_id) ?? []), row])
  return groups
}

const fieldOf = (fields: readonly Field[], input: ValueInput, faults: ValueFaults): Field | undefined => {
  const { pointer, fieldId, name } = input
  if (!fieldId && !name) {
    faults.malformed(`${pointer}/CustomFieldId`, 'or Name must say which field')
    return undefined
  }
  const field = fieldId
    ? fields.find(({ id }) => id === fieldId)
    : fields.find((known) => known.name.toLowerCase() === name?.toLowerCase())
  if (!field) faults.unknownReference(nameOf(input), 'is no custom field of such a record')
  return field
}

/** Where the item says which field it means. */
const nameOf = ({ pointer, fieldId }: ValueInput): string => `${pointer}/${fieldId ? 'CustomFieldId' : 'Name'}`

/** What a field is kept for, where that is not the record. */
const otherRecords = ({ object_type_id }: Field): string => {
  if (object_type_id === OBJECT_TYPE.membership) return 'another type or level of membership'
  return object_type_id === OBJECT_TYPE.project ? 'another type of projects' : 'other records'
}

const planOne = (
  set: FieldSet,
  field: Field,
  had: readonly StoredValue[],
  input: ValueInput,
  plan: ValuePlan,
  faults: ValueFaults,
): void => {
  const { pointer, text } = input
  const old = valueText(field, had)
  // What stands is never refused, though the field may have become narrower since.
  if (text === undefined || text === old || (text === '' && old === null)) return
  if (text === null || text === '') {
    if (old !== null) change(plan, field, [], old)
    return
  }
  if (field.is_elsewhere) {
    faults.unknownReference(nameOf(input), `${field.name} is kept for ${otherRecords(field)}`)
    return
  }
  const at = `${pointer}/Value`
  const read = readValue(field, text, set)
  if ('fault' in read) {
    if (read.isUnknown) faults.unknownReference(at, `${field.name} ${read.fault}`)
    else faults.malformed(at, `${field.name} ${read.fault}`)
    return
  }
  for (const { name } of inactiveChoices(field, read.rows, had))
    faults.unknownReference(at, `${field.name} no longer offers ${name}`)
  plan.references.push(...(read.references ?? []).map((reference) => ({ ...reference, pointer: at, name: field.name })))
  if (valueText(field, read.rows) !== old) change(plan, field, read.rows, old)
}

const change = (plan: ValuePlan, field: Field, rows: StoredValue[], old: string | null): void => {
  plan.changed.push({ field, rows })
  plan.changes[`CustomFields.${field.name}`] = { old, new: valueText(field, rows) }
}
