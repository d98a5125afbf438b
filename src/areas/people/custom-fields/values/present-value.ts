import { DATA_TYPE, type Field, type StoredValue } from './field.model.ts'

/** The text form of stored rows, as readValue takes it; null where there is none. The same as valueTextSql. */
export const valueText = ({ data_type_id }: Field, rows: readonly StoredValue[]): string | null => {
  const [row] = rows
  if (!row) return null
  switch (data_type_id) {
    case DATA_TYPE.multiSelect:
      return `[${rows.map(({ ref_id }) => ref_id).join(', ')}]`
    case DATA_TYPE.yesNo:
      return String(row.number_value === '1')
    case DATA_TYPE.money:
      return withCents(row.number_value ?? '0')
    default:
      return row.number_value ?? row.date_value ?? row.text_value ?? String(row.ref_id)
  }
}

const withCents = (decimal: string): string => {
  const [whole = '0', cents = ''] = decimal.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}
