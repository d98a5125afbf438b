import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import type { Field, StoredValue } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { findInactiveChoices } from './references.input.ts'
import type { Reference } from './stored-values.model.ts'
import { printValue } from './stored-values.model.ts'
import { parseValue } from './values.input.ts'
import { findDefaultValues, isShown } from './visible-fields.model.ts'

export interface ValueInput {
  /** JSON pointer of the item. */
  pointer: string
  fieldId: number | undefined
  /** Storage name, case-insensitive; used without an id. */
  name: string | undefined
  /** Null clears the value; undefined does not change it. */
  text: string | null | undefined
}

export interface ValueFaults {
  malformed(pointer: string, message: string): void
  unknownReference(pointer: string, message: string): void
}

export interface ValueChange {
  field: Field
  /** Empty to clear the value. */
  rows: StoredValue[]
}

/** The changes that a request makes to the values of one record. */
export interface ValuePlan {
  changed: ValueChange[]
  /** For the history: `CustomFields.<Name>`, with values in their text form. */
  changes: Record<string, { old: string | null; new: string | null }>
  /** The records that the new values reference, each with its pointer in the request. */
  references: (Reference & { pointer: string; name: string })[]
  /** Required fields that the record shows and that have no value after the change. */
  missing: Field[]
}

/** Validates values against the fields and the values that the record has. Writes nothing. */
export const planValues = (set: FieldSet, inputs: readonly ValueInput[], faults: ValueFaults): ValuePlan => {
  const plan: ValuePlan = { changed: [], changes: {}, references: [], missing: [] }
  const had = groupByField(set)
  const seen = new Set<number>()
  for (const input of inputs) {
    const field = fieldOf(set.fields, input, faults)
    if (!field) continue
    if (seen.has(field.id)) faults.malformed(input.pointer, `must not set ${field.name} a second time`)
    seen.add(field.id)
    planOne(set, field, had.get(field.id) ?? [], input, plan, faults)
  }
  const rowsOf = (id: number) => plan.changed.find(({ field }) => field.id === id)?.rows ?? had.get(id) ?? []
  if (set.isNew)
    for (const { field, rows } of findDefaultValues(set, rowsOf, (id) => seen.has(id))) change(plan, field, rows, null)
  plan.missing = set.fields.filter(
    (field) =>
      field.isRequired && !field.isForOtherType && rowsOf(field.id).length === 0 && isShown(field, set.fields, rowsOf),
  )
  return plan
}

/** @throws 422 required-field naming each required field without a value. */
export const refuseMissing = ({ missing }: ValuePlan, inputs: readonly ValueInput[]): void => {
  if (missing.length === 0) return
  const errors = missing.map(({ id, name }): FieldFault => {
    const sent = inputs.find((input) => input.fieldId === id || input.name?.toLowerCase() === name.toLowerCase())
    return { pointer: sent ? `${sent.pointer}/Value` : '/CustomFields', message: `${name} must have a value` }
  })
  throw ruleRefused('required-field', 'A required custom field has no value.', errors)
}

const groupByField = ({ current }: FieldSet): Map<number, StoredValue[]> => {
  const groups = new Map<number, StoredValue[]>()
  for (const { fieldId, ...row } of current) groups.set(fieldId, [...(groups.get(fieldId) ?? []), row])
  return groups
}

/** Finds the field that an item names by its id or its storage name. */
export const findField = (
  fields: readonly Field[],
  { fieldId, name }: Pick<ValueInput, 'fieldId' | 'name'>,
): Field | undefined =>
  fieldId
    ? fields.find(({ id }) => id === fieldId)
    : fields.find((known) => known.name.toLowerCase() === name?.toLowerCase())

const fieldOf = (fields: readonly Field[], input: ValueInput, faults: ValueFaults): Field | undefined => {
  const { pointer, fieldId, name } = input
  if (!fieldId && !name) {
    faults.malformed(`${pointer}/CustomFieldId`, 'is required if Name is missing')
    return undefined
  }
  const field = findField(fields, input)
  if (!field) faults.unknownReference(referenceOf(input), 'does not reference a custom field of this kind of record')
  return field
}

/** Returns the pointer of the item's CustomFieldId or Name. */
const referenceOf = ({ pointer, fieldId }: ValueInput): string => `${pointer}/${fieldId ? 'CustomFieldId' : 'Name'}`

/** The records that a field is for, if it is not for this record, by the object type of the field. */
const OTHER_RECORDS: Record<number, string> = {
  [OBJECT_TYPE.membership]: 'another membership type or level',
  [OBJECT_TYPE.membershipType]: 'another membership type',
  [OBJECT_TYPE.directoryListing]: 'another directory or listing type',
  [OBJECT_TYPE.project]: 'another project type',
}
const otherRecords = ({ objectTypeId }: Field): string => OTHER_RECORDS[objectTypeId] ?? 'other records'

const planOne = (
  set: FieldSet,
  field: Field,
  had: readonly StoredValue[],
  input: ValueInput,
  plan: ValuePlan,
  faults: ValueFaults,
): void => {
  const { pointer, text } = input
  const old = printValue(field, had)
  // An unchanged value is always accepted, even if it no longer meets the rules of the field.
  if (text === undefined || text === old || (text === '' && old === null)) return
  if (text === null || text === '') {
    if (old !== null) change(plan, field, [], old)
    return
  }
  if (field.isForOtherType) {
    faults.unknownReference(referenceOf(input), `references ${field.name}, which is for ${otherRecords(field)}`)
    return
  }
  const at = `${pointer}/Value`
  const parsed = parseValue(field, text, set)
  if ('fault' in parsed) {
    if (parsed.isUnknown) faults.unknownReference(at, `${field.name} ${parsed.fault}`)
    else faults.malformed(at, `${field.name} ${parsed.fault}`)
    return
  }
  for (const { name } of findInactiveChoices(field, parsed.rows, had))
    faults.unknownReference(at, `${field.name} must not reference the inactive choice "${name}"`)
  const added = (parsed.references ?? []).filter((reference) => !isKept(reference, had))
  plan.references.push(...added.map((reference) => ({ ...reference, pointer: at, name: field.name })))
  if (printValue(field, parsed.rows) !== old) change(plan, field, parsed.rows, old)
}

// A value may keep a record of a list that was deleted since.
const isKept = ({ kind, id }: Reference, had: readonly StoredValue[]): boolean =>
  kind !== 'file' && kind !== 'contact' && had.some(({ refId }) => refId === id)

const change = (plan: ValuePlan, field: Field, rows: StoredValue[], old: string | null): void => {
  plan.changed.push({ field, rows })
  plan.changes[`CustomFields.${field.name}`] = { old, new: printValue(field, rows) }
}
