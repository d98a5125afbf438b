import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field, StoredValue } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { printValue } from './stored-values.model.ts'
import { parseValue } from './values.input.ts'

/** Returns the rows that a record has, or will have, for a field. */
export type RowsOf = (fieldId: number) => readonly StoredValue[]

/** Returns whether a record shows a field: a child is shown for certain values of a parent that exists. */
export const isShown = ({ shownFor }: Field, fields: readonly Field[], rowsOf: RowsOf): boolean =>
  shownFor.length === 0 ||
  shownFor.some(({ fieldId, value }) => {
    const parent = fields.find(({ id }) => id === fieldId)
    const rows = rowsOf(fieldId)
    return parent !== undefined && rows.length > 0 && (value === null || hasValue(parent, rows, value))
  })

const hasValue = (parent: Field, rows: readonly StoredValue[], value: string): boolean =>
  parent.dataTypeId === DATA_TYPE.multiSelect
    ? rows.some(({ refId }) => String(refId) === value)
    : printValue(parent, rows) === value

interface DefaultValue {
  field: Field
  rows: StoredValue[]
}

/**
 * Returns the values that a new record gets without being sent: the default choices of the fields that it shows.
 * Parents come before their children, because a default of the parent can show the child.
 *
 * @param rowsOf the values that the request sets; @param isSent whether the request contains a field.
 */
export const findDefaultValues = (
  set: FieldSet,
  rowsOf: RowsOf,
  isSent: (fieldId: number) => boolean,
): DefaultValue[] => {
  const given = new Map<number, StoredValue[]>()
  const now: RowsOf = (id) => given.get(id) ?? rowsOf(id)
  const parentsFirst = [...set.fields].sort((a, b) => a.shownFor.length - b.shownFor.length)
  const defaults: DefaultValue[] = []
  for (const field of parentsFirst) {
    const text = isSent(field.id) ? null : defaultText(field)
    if (text === null || !isShown(field, set.fields, now)) continue
    const parsed = parseValue(field, text, set)
    if ('fault' in parsed) continue
    given.set(field.id, parsed.rows)
    defaults.push({ field, rows: parsed.rows })
  }
  return defaults
}

const defaultText = ({ dataTypeId, choices }: Field): string | null => {
  const ids = choices.filter(({ isDefault, isActive }) => isDefault && isActive).map(({ id }) => id)
  if (ids.length === 0) return null
  return dataTypeId === DATA_TYPE.multiSelect ? JSON.stringify(ids) : String(ids[0])
}
