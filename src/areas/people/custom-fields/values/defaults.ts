import { DATA_TYPE, type Field, type StoredValue } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { readValue } from './values.input.ts'
import { isShown, type RowsOf } from './visible-fields.model.ts'

interface Start {
  field: Field
  rows: StoredValue[]
}

/**
 * What a new record starts with: the default choices of the fields that it shows, a child after its parent.
 *
 * @param rowsOf what the request gives it; @param isNamed whether the request says anything about a field.
 */
export const defaultsOf = (set: FieldSet, rowsOf: RowsOf, isNamed: (fieldId: number) => boolean): Start[] => {
  const given = new Map<number, StoredValue[]>()
  const now: RowsOf = (id) => given.get(id) ?? rowsOf(id)
  const parentsFirst = [...set.fields].sort((a, b) => a.shown_for.length - b.shown_for.length)
  const starts: Start[] = []
  for (const field of parentsFirst) {
    const text = isNamed(field.id) ? null : defaultText(field)
    if (text === null || !isShown(field, set.fields, now)) continue
    const read = readValue(field, text, set)
    if ('fault' in read) continue
    given.set(field.id, read.rows)
    starts.push({ field, rows: read.rows })
  }
  return starts
}

const defaultText = ({ data_type_id, choices }: Field): string | null => {
  const ids = choices.filter(({ is_default, is_active }) => is_default && is_active).map(({ id }) => id)
  if (ids.length === 0) return null
  return data_type_id === DATA_TYPE.multiSelect ? JSON.stringify(ids) : String(ids[0])
}
