import { MAX_ID } from '#kernel/database/ids'
import { fold } from '#kernel/text/fold'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Choice, CountryName, Field, StoredValue } from './field.model.ts'

/**
 * Keys of values. Compared bytewise, they have the order of the values. They are short, because an index contains them.
 */

/** The number of characters of a text that its key contains. */
const KEY_LENGTH = 200

/** The digits before and after the point to which every number is padded. */
const WHOLE = 18
const DECIMALS = 6

/** Ends the key of a text that is longer than its key: no stored text contains this character. */
const CUT = '\u0001'

/** Returns the key of a text: its folded form, without case and accents, cut after 200 characters. */
export const makeTextKey = (text: string): string => {
  const folded = [...fold(text)]
  return folded.length > KEY_LENGTH ? folded.slice(0, KEY_LENGTH).join('') + CUT : folded.join('')
}

/** Returns the key of a text; null if the text is too long for a unique key. */
export const makeWholeTextKey = (text: string): string | null => {
  const key = makeTextKey(text)
  return key.endsWith(CUT) ? null : key
}

/**
 * Returns the key of a number: its sign, then its digits. The digits of a negative number are inverted, so -2 comes
 * before -1.
 *
 * @param decimal `-12.50`: at most 18 digits before the point, 6 after it.
 */
export const makeNumberKey = (decimal: string): string => {
  const isNegative = decimal.startsWith('-')
  const [whole = '', decimals = ''] = decimal.replace(/^-/, '').split('.')
  const digits = whole.padStart(WHOLE, '0') + decimals.padEnd(DECIMALS, '0')
  if (!isNegative || /^0+$/.test(digits)) return `1${digits}`
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}`
}

export const makeYesNoKey = (isYes: boolean): string => (isYes ? '1' : '0')

/** Returns the key of a reference to a record: its id. */
export const makeReferenceKey = (id: number): string => String(id).padStart(10, '0')

/** Returns the key of a choice: its display order. The trigger choice_moved writes the same key (choice_sort_key). */
export const makeChoiceKey = ({ displayOrder, id }: Pick<Choice, 'displayOrder' | 'id'>): string =>
  String(displayOrder).padStart(10, '0') + makeReferenceKey(id)

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

export const makeStored = (value: NewRow): ParsedValue => ({ rows: [rowOf(value)] })

export const makeInvalid = (fault: string): ParsedValue => ({ fault, isUnknown: false })

export const makeUnknown = (fault: string): ParsedValue => ({ fault, isUnknown: true })

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
