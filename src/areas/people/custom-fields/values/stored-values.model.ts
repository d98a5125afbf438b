import { MAX_ID } from '#kernel/database/ids'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { CountryName, Field, StoredValue } from './field.model.ts'

/** The result of parsing a text: rows to store, or a fault. */
export type ParsedValue =
  | { rows: StoredValue[]; references?: Reference[] }
  /** `isUnknown`: the text is well formed, but references a record that does not exist. */
  | { fault: string; isUnknown: boolean }

/** A reference to a record that only the database can check. */
export interface Reference {
  kind: 'contact' | 'file' | ExternalList
  id: number
  /** Of a file: its size at most. */
  maxBytes?: number
}

/** Lists of the product that a Select can offer by their ids. */
export type ExternalList = 'countries' | 'chapters' | 'membershiptypes' | 'groups'

/** The data that values are validated against. */
export interface ValueContext {
  countries: readonly CountryName[]
  /** IANA name of the zone in which the tenant's days begin. */
  timeZone: string
}

type NewRow = Partial<StoredValue> & Pick<StoredValue, 'sortKey'>

const EMPTY_ROW = { ordinal: 0, textValue: null, numberValue: null, dateValue: null, refId: null }

export const rowOf = (value: NewRow): StoredValue => ({ ...EMPTY_ROW, ...value })

export const stored = (value: NewRow): ParsedValue => ({ rows: [rowOf(value)] })

export const invalid = (fault: string): ParsedValue => ({ fault, isUnknown: false })

export const unknown = (fault: string): ParsedValue => ({ fault, isUnknown: true })

/** Parses an id within the database's range; null if the text is not one. */
export const parseId = (text: string): number | null => {
  const id = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0
  return id >= 1 && id <= MAX_ID ? id : null
}

/** Prints stored rows in the text form that parseValue takes; null without rows. The same form as valueTextSql. */
export const printValue = ({ dataTypeId }: Field, rows: readonly StoredValue[]): string | null => {
  const [row] = rows
  if (!row) return null
  switch (dataTypeId) {
    case DATA_TYPE.multiSelect:
      return `[${rows.map(({ refId }) => refId).join(', ')}]`
    case DATA_TYPE.yesNo:
      return String(row.numberValue === '1')
    case DATA_TYPE.money:
      return withCents(row.numberValue ?? '0')
    default:
      return row.numberValue ?? row.dateValue ?? row.textValue ?? String(row.refId)
  }
}

const withCents = (decimal: string): string => {
  const [whole = '0', cents = ''] = decimal.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}
