import { MAX_ID } from '#kernel/database/ids'
import type { CountryName, StoredValue } from './field.model.ts'

/** What a text is read into: rows to store, or what is wrong with it. */
export type ReadValue =
  | { rows: StoredValue[]; references?: Reference[] }
  /** `isUnknown`: it is well formed, but means a record that is not there. */
  | { fault: string; isUnknown: boolean }

/** A record that must exist, which the database alone knows. */
export interface Reference {
  kind: 'contact' | ExternalList
  id: number
}

/** Lists of the service that a Select can offer by their ids. */
export type ExternalList = 'countries' | 'chapters' | 'membershiptypes' | 'groups'

/** What values are read against. */
export interface ReadingContext {
  countries: readonly CountryName[]
}

const NOTHING = { ordinal: 0, text_value: null, number_value: null, date_value: null, ref_id: null }

export const rowOf = (value: Partial<StoredValue> & Pick<StoredValue, 'sort_key'>): StoredValue => ({
  ...NOTHING,
  ...value,
})

export const stored = (value: Partial<StoredValue> & Pick<StoredValue, 'sort_key'>): ReadValue => ({
  rows: [rowOf(value)],
})

export const refused = (fault: string): ReadValue => ({ fault, isUnknown: false })

export const unknown = (fault: string): ReadValue => ({ fault, isUnknown: true })

/** An id within the database's range; null where the text is none. */
export const idOf = (text: string): number | null => {
  const id = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0
  return id >= 1 && id <= MAX_ID ? id : null
}
