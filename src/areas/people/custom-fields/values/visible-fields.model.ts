import { DATA_TYPE, type Field, type StoredValue } from './field.model.ts'
import { valueText } from './present-value.ts'

/** What a record has, or will have, for a field. */
export type RowsOf = (fieldId: number) => readonly StoredValue[]

/** Whether a record shows a field: a child shows for certain values of a parent that itself is there. */
export const isShown = ({ shown_for }: Field, fields: readonly Field[], rowsOf: RowsOf): boolean =>
  shown_for.length === 0 ||
  shown_for.some(({ field_id, value }) => {
    const parent = fields.find(({ id }) => id === field_id)
    const rows = rowsOf(field_id)
    return parent !== undefined && rows.length > 0 && (value === null || holds(parent, rows, value))
  })

const holds = (parent: Field, rows: readonly StoredValue[], value: string): boolean =>
  parent.data_type_id === DATA_TYPE.multiSelect
    ? rows.some(({ ref_id }) => String(ref_id) === value)
    : valueText(parent, rows) === value
